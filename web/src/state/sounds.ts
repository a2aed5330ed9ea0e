// Sounds made on the spot, so that nothing is loaded: two stones, a capture, a bell. Silent until somebody touched the page.
export type Sound = "move" | "capture" | "turn" | "over" | "low";

interface Tone {
  at: number; // seconds from now
  from: number; // hertz
  to: number;
  lasts: number; // seconds
  loud: number; // 0..1
  wave: OscillatorType;
}

const kTones: Record<Sound, readonly Tone[]> = {
  move: [
    { at: 0, from: 1900, to: 900, lasts: 0.05, loud: 0.5, wave: "triangle" },
    { at: 0, from: 320, to: 180, lasts: 0.07, loud: 0.5, wave: "sine" },
  ],
  capture: [0, 0.06, 0.11].map((at): Tone => ({ at, from: 2200, to: 1300, lasts: 0.04, loud: 0.35, wave: "triangle" })),
  turn: [
    { at: 0.08, from: 660, to: 655, lasts: 0.5, loud: 0.16, wave: "sine" },
    { at: 0.08, from: 1320, to: 1310, lasts: 0.3, loud: 0.07, wave: "sine" },
  ],
  over: [523, 659, 784].map((pitch, i): Tone => ({ at: 0.1 + 0.11 * i, from: pitch, to: pitch, lasts: 0.5, loud: 0.13, wave: "sine" })),
  low: [{ at: 0, from: 880, to: 880, lasts: 0.09, loud: 0.2, wave: "square" }],
};

/** Seconds after its last sound for which the sound card stays awake: a context that runs keeps a thread and the card busy. */
const kAwake = 0.5;

let context: AudioContext | null = null;
let sleep: ReturnType<typeof setTimeout> | undefined;

export function playSound(sound: Sound): void {
  // Without a touch a browser lets no page be heard, and says so in its console.
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const tone of kTones[sound]) begin(context, tone);
    const lasts = Math.max(...kTones[sound].map((tone) => tone.at + tone.lasts));
    clearTimeout(sleep);
    sleep = setTimeout(() => void context?.suspend(), (lasts + kAwake) * 1000);
  } catch {
    context = null; // no device to be heard by
  }
}

function begin(audio: AudioContext, { at, from, to, lasts, loud, wave }: Tone): void {
  const start = audio.currentTime + at;
  const source = new OscillatorNode(audio, { type: wave, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, start + lasts);
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + lasts);
}

/** What is heard when a table has gone from one state to the next; null: nothing. */
export function soundOf(before: Heard, after: Heard): Sound | null {
  if (after.over && !before.over) return "over";
  if (after.moves > before.moves) return after.captured ? "capture" : after.yours && !before.yours && before.asleep ? "turn" : "move";
  return after.yours && !before.yours && after.moves === before.moves && before.waiting ? "turn" : null;
}

export interface Heard {
  moves: number;
  over: boolean;
  yours: boolean; // it is one's turn
  captured: boolean; // by the last move
  asleep: boolean; // the page is in the background
  waiting: boolean; // for somebody to sit down
}
