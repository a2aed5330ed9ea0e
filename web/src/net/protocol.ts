// The shapes that travel between client and server, by the names that the client calls them; docs/protocol.md tells what
// they mean. Types only.
import type * as api from "./api_types";

export type { Card, Clock, Move, Offer, OfferKind, Point, Result, Side, View } from "./api_types";

export type Mark = api.View["marks"][number];
export type Group = api.View["groups"][number];
export type GameEvent = api.Event;
/** As the core tells it, which does not know what bots a server has. */
export type Game = Omit<api.Game, "bot">;
/** With the refusals that only this game knows: their words, and what they say. */
export type CoreGame = Game & { reasons: Readonly<Record<string, string>> };
export type OptionSpec = Game["options"][number];
export type SeatInfo = api.Occupant;
/** What a seat's clock shows, in milliseconds, as of `Clock.now`. */
export type SeatTime = api.Clock["seats"][number];
export type TableState = api.State;

type Without<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;
export type Command = api.Command;
export type Wish = Without<Command, "request">;
export type Deed = Without<Wish, "version">;

/** Also of the client itself, where there was no answer, or none that it knows. */
export interface Refusal extends Omit<api.ErrorInside, "code"> {
  code: api.ErrorCode | "offline" | "http" | "local";
}

/** Nothing is told again here: a change brings its state. */
export type FromServer =
  | Exclude<api.SocketSent, api.ChangeMessage | api.RefusedMessage>
  | Required<Omit<api.ChangeMessage, "deed">>
  | (Omit<api.RefusedMessage, "error"> & { error: Refusal });

type TableWish = Omit<api.TableWish, "request">;
export type NewTable = TableWish & Required<Pick<TableWish, "opponent" | "seat" | "level">> & { options: NonNullable<TableWish["options"]> };
