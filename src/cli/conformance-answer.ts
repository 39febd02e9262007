import { fileId } from '../core/model/ids.ts';
import type { Answer, AttachedFile, Question } from '../core/model/question.ts';

/**
 * An answer of a case file (`src/core/conditions/README.md#case-files`) as the form would store it; null if it does not
 * have the shape of its type. Nothing is trimmed, because case files contain stored answers.
 */
export function readCaseAnswer(type: Question['type'], json: unknown): Answer | null {
  switch (type) {
    case 'boolean':
      return typeof json === 'boolean' ? { kind: 'boolean', value: json } : null;
    case 'short_text':
    case 'long_text':
      return typeof json === 'string' ? { kind: 'text', text: json } : null;
    case 'url':
      return typeof json === 'string' ? { kind: 'url', text: json } : null;
    case 'number':
      return typeof json === 'string' || typeof json === 'number'
        ? { kind: 'number', text: String(json) }
        : null;
    case 'date':
      return typeof json === 'string' ? { kind: 'date', day: json } : null;
    case 'date_range':
      return { kind: 'date_range', from: endOf(json, 'from'), to: endOf(json, 'to') };
    case 'multiple_choice':
      return { kind: 'choice', options: texts(json) };
    case 'document':
    case 'multi_document':
      return { kind: 'files', files: texts(json).map(namedFile) };
    case 'unknown':
      return null;
  }
}

function endOf(json: unknown, end: 'from' | 'to'): string {
  const text: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, end) : '';
  return typeof text === 'string' ? text : '';
}

function texts(json: unknown): readonly string[] {
  return Array.isArray(json) ? json.filter((item) => typeof item === 'string') : [];
}

/** A case file states only the name: all that counts is that a file is attached. */
function namedFile(name: string, place: number): AttachedFile {
  return { id: fileId(String(place)), name, size: 1, type: 'application/octet-stream' };
}
