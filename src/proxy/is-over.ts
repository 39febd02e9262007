/** Whether a reading ends in time: who asked goes on with what is known, and the reading goes on for the next. */
export async function isOver(reading: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  return Promise.race([reading.then(() => true), late]).finally(() => clearTimeout(timer));
}
