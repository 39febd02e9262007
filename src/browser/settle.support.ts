/**
 * Lets what can happen now happen, in many short waits: one long one ends before the work does where the machine stood
 * still meanwhile.
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
}
