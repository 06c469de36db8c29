import { markDeliveryEvent } from '@/lib/devices/devices.sql';

const deliveryForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Notes that a push was displayed or clicked; an id that is not a delivery's does nothing, and nobody is told which. */
export async function reportDelivery(deliveryId: string, event: 'displayed' | 'clicked'): Promise<void> {
  if (deliveryForm.test(deliveryId)) await markDeliveryEvent(deliveryId, event);
}
