/** The one name in the certificate of the fleet's server. */

/**
 * Its CA signs nothing else, so whoever pinned that CA knows the server by it, at whatever address it is today (RFC 6761: `.invalid` is
 * nobody's).
 */
export const FLEET_TLS_NAME = 'fleet.deskhand.invalid';
