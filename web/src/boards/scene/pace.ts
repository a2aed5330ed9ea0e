// Keeps a board in motion fluid: where its frames come late it is drawn with fewer pixels until it rests. Pure numbers.

const kLateMs = 20; // from a frame to the next; 60 a second are 16.7, and the clock is coarse
const kTogether = 8; // frames that are judged together, by their median: one slow frame says nothing
const kPauseMs = 1_000; // a page that was hidden, not a slow frame
const kGain = 0.9; // fewer pixels must bring the time below this share, or they were not the reason

export class Pace {
  /** How many of its pixels along each side a moving board is drawn with. */
  share: 1 | 0.75 | 0.5 = 1;
  private settled = false;
  private full = 0; // ms a frame took with all pixels
  private times: number[] = [];

  /** Takes in how long a frame took, in ms from its begin to the next one's; `share` may change. */
  took(ms: number): void {
    if (this.settled || ms > kPauseMs) return;
    this.times.push(ms);
    if (this.times.length < kTogether) return;
    const median = this.times.sort((a, b) => a - b)[kTogether / 2] as number;
    this.times = [];
    const late = median > kLateMs;
    if (this.share === 1) {
      if (late) [this.full, this.share] = [median, 0.5];
    } else if (this.share === 0.5) {
      this.settled = late;
      if (median > this.full * kGain)
        [this.share, this.settled] = [1, true]; // a display of 30 a second, say
      else if (!late) this.share = 0.75;
    } else {
      this.settled = true;
      if (late) this.share = 0.5;
    }
  }
}
