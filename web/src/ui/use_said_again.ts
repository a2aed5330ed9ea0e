// Where all may speak at once, a word can cross with another's and come too late. It is said again, but no consent, nor a
// mark, to what was not seen.
import { useEffect, useRef } from "preact/hooks";
import { useEvent } from "../state/use_event";

/** `stale`: commands that came too late; `seen`: what a consent is about. Returns how to say a word. */
export function useSaidAgain(stale: number, seen: string, onPlay: (word: string) => void): (word: string) => void {
  const sent = useRef<{ word: string; seen: string } | null>(null);
  const again = useEvent(() => {
    const last = sent.current;
    sent.current = null;
    if (stale === 0 || !last) return;
    const about = last.word === "accept" || last.word.includes(":");
    if (!about || last.seen === seen) onPlay(last.word);
  });
  useEffect(again, [stale, again]);
  return (word) => {
    sent.current = { word, seen };
    onPlay(word);
  };
}
