// Requests about the site: who may join it, invitations, accounts that wait for a moderator, and what everybody is told.
import { ask } from "./api";
import type { Announced, AnnouncementWish, Ended, GivenInvitation, InvitationList, InvitationWish, Name, Site, SiteRules, WaitingList } from "./api_types";

export type { Announcement, Invitation, Site } from "./api_types";
export type WaitingAccount = WaitingList["waiting"][number];

export const fetchSite = (): Promise<Site> => ask("GET", "/api/site");
export const fetchSiteRules = (): Promise<SiteRules> => ask("GET", "/api/site/rules");

export const fetchInvitations = (): Promise<InvitationList> => ask("GET", "/api/invitations");
export const invite = (wish: InvitationWish): Promise<GivenInvitation> => ask("POST", "/api/invitations", wish);
export const endInvitation = (id: string): Promise<Ended> => ask("DELETE", `/api/invitations/${encodeURIComponent(id)}`);

const waiting = (id: string, what: string) => `/api/admin/waiting/${encodeURIComponent(id)}/${what}`;
export const fetchWaiting = (): Promise<WaitingList> => ask("GET", "/api/admin/waiting");
export const approveAccount = (id: string): Promise<Name> => ask("POST", waiting(id, "approve"), {});
export const refuseAccount = (id: string, why: string): Promise<Name> => ask("POST", waiting(id, "refuse"), { why });

export const announce = (wish: AnnouncementWish): Promise<Announced> => ask("PUT", "/api/admin/announcement", wish);
export const endAnnouncement = (): Promise<Announced> => ask("DELETE", "/api/admin/announcement");
