/** The one name in the certificate of the fleet's server. */

/**
 * Its CA signs nothing else, so whoever pinned that CA recognises the server by this name, at whatever address (RFC 6761: nobody owns `.invalid`).
 */
export const FLEET_TLS_NAME = 'fleet.deskhand.invalid';
