/** What a fleet's own server is called in its certificate: it is signed for this name, so that its address may change. */
export const FLEET_TLS_NAME = 'fleet.deskhand.invalid';
