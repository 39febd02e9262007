/*
 * The plain page, as a careful developer would write it by hand without this library. It has one block a question, native
 * inputs and a dozen style rules; no containment, motion, progress or announcements. It is never tuned to ours.
 */
import { offerBench } from './bench.js';

const styles = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 }
form { max-width: 42rem; margin: 0 auto; padding: 1rem }
.question { margin: 0 0 2rem }
.question.below { border-left: 3px solid #9bb8f5; padding-left: 1rem }
label.title, legend { display: block; font-weight: 600; padding: 0; margin: 0 0 .5rem }
.help { color: #555; margin: 0 0 .5rem }
fieldset { border: 0; margin: 0; padding: 0 }
.option { display: block; padding: .5rem 0 }
input:not([type=radio], [type=checkbox]), textarea {
  display: block; box-sizing: border-box; width: 100%; font: inherit; padding: .5rem; border: 1px solid #868686; border-radius: 4px }
button { font: inherit; font-weight: 600; padding: .5rem 1.5rem }
`;

offerBench((place, { data, included }) => {
  const form = document.createElement('form');
  form.innerHTML = `<style>${styles}</style><div></div><button>Send</button>`;
  form.addEventListener('submit', (event) => event.preventDefault());
  const order = inOrder(data, included);
  for (const item of order) if (item.depth === 0) form.children[1].append(draw(item, order));
  place.append(form);
  return form;
});

/** All questions in display order, a parent before its children. */
function inOrder(questions, included, depth = 0) {
  return questions.flatMap((question) => {
    const below = included.filter((one) => one.attributes.conditional.parent_question_id === question.id);
    const children = inOrder(below, included, depth + 1);
    const isChild = (item) => item.depth === depth + 1;
    return [
      { ...question, depth, block: null, answer: null, children: children.filter(isChild) },
      ...children,
    ];
  });
}

function draw(item, order) {
  item.block = document.createElement('div');
  item.block.className = item.depth > 0 ? 'question below' : 'question';
  item.block.dataset.questionId = item.id;
  item.block.innerHTML = htmlOf(item);
  item.block.addEventListener('input', ({ target }) => {
    item.answer = target.value || null;
    updateBelow(item, order);
  });
  return item.block;
}

function updateBelow(item, order) {
  for (const child of item.children) {
    const isVisible = item.block !== null && holds(child, item.answer);
    if (isVisible === (child.block !== null)) continue;
    if (isVisible) {
      const before = order.slice(0, order.indexOf(child)).findLast(({ block }) => block !== null);
      before.block.after(draw(child, order));
    } else {
      child.block.remove();
      child.block = null;
    }
    updateBelow(child, order);
  }
}

function holds({ attributes }, answer) {
  const [{ operator, value }] = attributes.conditional.conditions;
  if (answer === null) return false;
  return operator === 'greater_than' ? Number(answer) > Number(value) : answer === value;
}

const inputTypes = { short_text: 'text', url: 'url', number: 'number', date: 'date' };

function htmlOf({ id, attributes }) {
  const { question_type: type, additional_information: help, multiple_choice_options: options } = attributes;
  const title = attributes.required ? `${attributes.title} (required)` : attributes.title;
  const helpHtml = help === undefined ? '' : `<p class="help">${help}</p>`;
  if (type === 'long_text' || inputTypes[type]) {
    const field = type === 'long_text' ? '<textarea' : `<input type="${inputTypes[type]}"`;
    const end = type === 'long_text' ? '></textarea>' : '>';
    return `<label class="title" for="plain-${id}">${title}</label>${helpHtml}${field} id="plain-${id}"${end}`;
  }
  const shown = options?.map((option) => [option, option]) ?? [
    ['true', 'Yes'],
    ['false', 'No'],
  ];
  const isSingle = type === 'boolean' || attributes.max_num_required_answer_options === 1;
  const inputs = shown.map(
    ([value, words]) =>
      `<label class="option"><input type="${isSingle ? 'radio' : 'checkbox'}" name="plain-${id}" value="${value}"> ${words}</label>`,
  );
  return `<fieldset><legend>${title}</legend>${helpHtml}${inputs.join('')}</fieldset>`;
}
