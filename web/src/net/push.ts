// Notices to this browser while no page is open: a subscription of the browser's, kept by the server as a hook.
import { t } from "../lang/text";
import { ask } from "./api";
import type { Hook, HookList, PushKey } from "./api_types";

export type { Hook } from "./api_types";

export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function registration(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js");
  return navigator.serviceWorker.ready;
}

/** The hook of this browser, where the server has one that is on. */
export async function findPush(): Promise<Hook | null> {
  const known = await navigator.serviceWorker.getRegistration("/");
  const subscription = await known?.pushManager.getSubscription();
  if (!subscription) return null;
  const { hooks } = await ask<HookList>("GET", "/api/hooks");
  return hooks.find((hook) => hook.push && hook.url === subscription.endpoint && hook.off === null) ?? null;
}

/** Asks the person and the browser, then tells the server. Throws with words for people. */
export async function startPush(): Promise<Hook> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error(t("Your browser blocks notifications from this site. Allow them in its site settings, then try again."));
  const { key } = await ask<PushKey>("GET", "/api/push-key");
  const there = await registration();
  const before = await there.pushManager.getSubscription();
  let push: PushSubscription;
  try {
    push = before ?? (await there.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  } catch {
    await before?.unsubscribe();
    throw new Error(t("This browser has no push service, so it cannot receive notifications."));
  }
  return ask("POST", "/api/hooks", { push });
}

export async function stopPush(hook: Hook): Promise<void> {
  await ask("DELETE", `/api/hooks/${encodeURIComponent(hook.id)}`);
  const known = await navigator.serviceWorker.getRegistration("/");
  await (await known?.pushManager.getSubscription())?.unsubscribe();
}

export function testPush(hook: Hook): Promise<unknown> {
  return ask("POST", `/api/hooks/${encodeURIComponent(hook.id)}/test`);
}
