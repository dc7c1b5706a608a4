/** A sleep that can be cut short. A wake-up that comes while nobody sleeps is not lost: the next sleep is none. */
export class Alarm {
  #woken = false;
  #wake: (() => void) | null = null;

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#woken = false;
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#wake = wake;
      if (this.#woken) wake();
    });
  }

  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }
}
