// What the tests use of @sabaki/gtp, which has no types of its own.
declare module "@sabaki/gtp" {
  export interface Command {
    name: string;
    args?: string[];
  }
  export interface Response {
    content: string;
    error: boolean;
  }
  export interface State {
    komi?: number;
    boardsize?: [number, number];
    timeSettings?: { mainTime: number; byoyomiTime: number; byoyomiStones: number };
    history?: Required<Command>[];
  }
  type Subscriber = (answer: { line: string; end: boolean }) => void;
  export class Controller {
    constructor(path: string, args?: string[]);
    readonly process: object | null;
    readonly busy: boolean;
    start(): void;
    stop(timeout?: number): Promise<void>;
    sendCommand(command: Command, subscriber?: Subscriber): Promise<Response>;
    on(event: "stderr", listener: (said: { content: string }) => void): this;
  }
  export class ControllerStateTracker {
    constructor(controller: Controller);
    readonly state: { komi: number | null; boardsize: [number, number] | null; history: Required<Command>[] | null };
    knowsCommand(name: string): Promise<boolean>;
    sync(state: State): Promise<void>;
    queueCommand(command: Command, subscriber?: Subscriber): Promise<Response>;
  }
  const gtp: { Controller: typeof Controller; ControllerStateTracker: typeof ControllerStateTracker };
  export default gtp;
}
