import type { SampleTranslations } from '../../sample-form.ts';

/** The form `translated` in Spanish. */
export const spanish: SampleTranslations = new Map([
  [
    '6001',
    {
      title: '¿En qué temporada le gustaría trabajar?',
      help: '<p>Las tripulaciones cambian <strong>el primer lunes</strong> de cada temporada.</p>',
      options: [
        'Primavera (de marzo a mayo)',
        'Verano (de junio a septiembre)',
        'Invierno (de noviembre a febrero)',
        'Todo el año',
      ],
    },
  ],
  [
    '6101',
    {
      title: '¿Cuántas noches seguidas pasaría a bordo como máximo?',
      help: '<p>Nuestro viaje más largo, ida y vuelta, dura 14 noches.</p>',
    },
  ],
  ['6102', { title: '¿Volvería para otra temporada?' }],
  ['6002', { title: '¿A partir de qué día está disponible?' }],
  [
    '6003',
    {
      title: '¿Qué trabajo a bordo le interesa?',
      help: '<p>Elija <strong>de uno a tres</strong>. Recibirá formación para cada uno:</p><ul><li>dos días en tierra,</li><li>una semana a bordo junto a alguien con experiencia.</li></ul>',
      options: ['Restaurante y bar', 'Camarotes', 'Tienda', 'Club infantil', 'Recepción'],
    },
  ],
  ['6103', { title: '¿Cuántos meses ha trabajado en un restaurante o un bar?' }],
  ['6121', { title: '¿Qué aprendió allí que nuestros pasajeros notarían?' }],
  [
    '6104',
    {
      title: '¿Tiene algún título en cuidado infantil?',
      options: ['Sí', 'No', 'Lo estoy estudiando'],
    },
  ],
  [
    '6122',
    {
      title: 'Su título en cuidado infantil',
      help: '<p>En cualquier idioma: nosotros lo traducimos.</p>',
    },
  ],
  ['6123', { title: '¿Cuándo espera obtenerlo?' }],
  [
    '6004',
    {
      title: '¿En qué idiomas puede ayudar a un pasajero?',
      help: '<p>Lo bastante bien como para explicar el camino hasta un bote salvavidas. <em>Con uno basta para presentarse.</em></p>',
      options: ['Inglés', 'Francés', 'Alemán', 'Portugués', 'Español', 'Otro idioma'],
    },
  ],
  ['6105', { title: '¿Qué otros idiomas?' }],
  ['6005', { title: '¿Ha trabajado antes en el mar?' }],
  [
    '6106',
    {
      title: 'Su último contrato en el mar',
      help: '<p>Basta con el mes: indique su primer día.</p>',
    },
  ],
  [
    '6107',
    {
      title: '¿Se marea en el mar?',
      help: '<p>A la mitad de la tripulación le pasó la primera semana. No cambia nada en su candidatura.</p>',
      options: ['Nunca', 'A veces', 'Todavía no lo sé'],
    },
  ],
  [
    '6006',
    {
      title: 'Su currículum',
      help: '<p>PDF o Word, 10 MB como máximo. <em>Sin foto, edad ni estado civil, por favor.</em></p>',
    },
  ],
  [
    '6007',
    {
      title: '¿Por qué le gustaría trabajar a bordo?',
      help: '<p>Tres frases son suficientes. En <a href="https://crew.example.com/life-on-board">La vida a bordo</a> contamos lo que le espera.</p>',
    },
  ],
]);
