/** A complete application for the sample job `analyst`: details, documents, answers, equality monitoring, consents. */
import { Buffer } from 'node:buffer';
import { expect, type Locator } from 'playwright/test';
import type { Applicant } from './applicant.ts';

export const ANALYST = '4720';

export const british = { address1: '1 High Street', address2: 'Flat 2', town: 'York', postcode: 'YO1 7HH' };

export const pdf = (name: string, bytes = 0) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from(`%PDF-1.4\n% ${name}\n%%EOF\n`), Buffer.alloc(bytes)]),
});

export const block = ({ place }: Applicant, name: string): Locator =>
  place.locator(`[data-detail="${name}"]`);

export async function fill(applicant: Applicant, details: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(details))
    await block(applicant, name).locator('input, textarea').first().fill(text);
}

export async function chooseCountry(applicant: Applicant, country: string): Promise<void> {
  const select = block(applicant, 'country').locator('select');
  await select.selectOption(country);
  // Chromium once gave the control no size while the lines of the address were drawn below it.
  await expect(select).toBeVisible();
}

/** @param number as typed; the country is chosen by its code */
export async function phone(applicant: Applicant, country: string, number: string): Promise<void> {
  const field = block(applicant, 'phone');
  await field.locator('select').selectOption(country);
  await field.locator('input').fill(number);
  await field.locator('input').blur();
}

/** Attaches a file and waits for its upload. */
export async function attach(applicant: Applicant, name: string, files: readonly ReturnType<typeof pdf>[]) {
  const field = block(applicant, name);
  await field.locator('input[type=file]').setInputFiles([...files]);
  for (const file of files) await expect(field.getByText(file.name)).toBeVisible();
}

export async function answerQuestions(applicant: Applicant): Promise<void> {
  await applicant.answer('4701', 'Flow in pipes, for the repair crews');
  await applicant.question('4702').locator('input').first().check();
  await applicant.answer('4703', false);
  await applicant.answer('4705', '2027-01-04');
}

export const consentTo = ({ place }: Applicant, id: string) =>
  place.locator(`[data-consent="${id}"] input`).check();
