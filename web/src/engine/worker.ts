// The engine's worker: the core in a thread of its own, so that the page stays fluid while it thinks.
import { EngineCore } from "../wasm/engine";
import type { FromWorker, ToWorker } from "./messages";
import { fetchFile } from "./files";
import { Tasks } from "./tasks";

const post = (message: FromWorker) => self.postMessage(message);
const broken = (error: unknown) => post({ type: "broken", message: error instanceof Error ? error.message : String(error) });

// A message to itself: unlike a timer it is not slowed down, and what the page says comes in between.
const channel = new MessageChannel();
let next: (() => void) | null = null;
channel.port1.onmessage = () => {
  try {
    next?.();
  } catch (error) {
    broken(error);
  }
};
const later = (run: () => void) => {
  next = run;
  channel.port2.postMessage(null);
};

let tasks: Promise<Tasks> | null = null;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "load") tasks = EngineCore.load(data.module).then((core) => new Tasks(core, post, later, fetchFile));
  tasks
    ?.then((made) => {
      if (data.type === "start") made.start(data.id, data.task);
      else if (data.type === "stop") made.stop(data.id);
    })
    .catch(broken);
};
