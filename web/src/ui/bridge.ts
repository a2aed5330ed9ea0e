// The bridges of this page to engines of its reader's own: on this computer, and through the server.
import { Bridge, type BridgeSocket, type Surroundings } from "../state/bridge";
import { ServerBridge } from "../state/server_bridge";
import { loadCore } from "../wasm/load";

function ownStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null; // forbidden by the browser: the code has to be typed again after a reload
  }
}

const around = (): Surroundings => ({
  open: (url) => new WebSocket(url) as unknown as BridgeSocket,
  core: loadCore,
  cryptography: isSecureContext ? crypto : null,
  later: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  keep: ownStorage(),
});

let made: Bridge | undefined;
let byServer: ServerBridge | undefined;

export function bridge(): Bridge {
  made ??= new Bridge(around());
  return made;
}

export function serverBridge(): ServerBridge {
  byServer ??= new ServerBridge(around(), `${location.origin.replace(/^http/, "ws")}/api/bridge/page`);
  return byServer;
}
