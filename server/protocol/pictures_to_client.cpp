#include "server/protocol/pictures_to_client.h"

namespace cairn {

Reply to_client(const Pictures::File& file) {
  Reply reply(200, file.bytes);
  reply.etag = '"' + file.mark + '"';
  reply.type = file.form == PictureForm::png ? "image/png" : "image/svg+xml";
  return reply;
}

}  // namespace cairn
