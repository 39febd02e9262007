import type { SampleTranslations } from '../../sample-form.ts';

/** The form `analyst` in Spanish. */
export const spanish: SampleTranslations = new Map([
  [
    '4701',
    {
      title: '¿Qué analiza actualmente y quién se apoya en ello?',
      help: '<p>Una o dos líneas. Los estudios y el trabajo no remunerado también cuentan.</p>',
    },
  ],
  [
    '4702',
    {
      title: '¿Cuáles de estas herramientas utiliza cada semana?',
      help: '<p>Elija <strong>de una a tres</strong>: las que domina.</p>',
      options: [
        'Bases de datos SQL',
        'Python o R',
        'Hojas de cálculo',
        'Cuadros de mando',
        'Otra herramienta',
      ],
    },
  ],
  ['4721', { title: '¿Qué utiliza en su lugar?' }],
  ['4703', { title: '¿Ha trabajado con lecturas de contadores o sensores?' }],
  [
    '4722',
    {
      title: '¿De cuántos contadores o sensores procedían?',
      help: '<p>Basta con un número aproximado. Nosotros tenemos <em>412 000</em>.</p>',
    },
  ],
  ['4741', { title: '¿Cómo encontró los que medían mal?' }],
  [
    '4704',
    {
      title: 'Un análisis suyo',
      help: '<p>Un informe, un gráfico o un cuaderno de cálculo en PDF, de 10 MB como máximo. <strong>Por favor, elimine lo confidencial.</strong></p>',
    },
  ],
  ['4705', { title: '¿A partir de qué día podría empezar?' }],
]);
