#include "server/protocol/health_to_client.h"

namespace cairn {

Json to_client(const HealthReport& report) {
  return {{"lines", list_json(report.lines, [](const HealthLine& line) {
             return Json{{"name", line.name},
                         {"state", to_word(line.state)},
                         {"says", message_json(line.says)},
                         {"todo", line.todo.empty() ? Json(nullptr) : message_json(line.todo)}};
           })}};
}

}  // namespace cairn
