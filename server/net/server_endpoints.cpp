// What the server tells of itself, the client's pages, and what is answered where nothing is.
#include "server/net/answers.h"
#include "server/net/openapi.h"

namespace cairn::net {

namespace {

Response describe(const Asked&) {
  Answer document;
  document.body = openapi_text();
  return document;
}

Response say_healthy(const Asked&) {
  Answer healthy;
  healthy.body = R"({"ok":true})";
  return healthy;
}

Response show_readiness(const Asked& asked) {
  const Shared& shared = asked.shared;
  const std::string why =
      shared.draining || shared.ending ? "this server is ending" : shared.readiness.why_not(shared.now());
  Answer answer;
  answer.body = to_text(why.empty() ? Json{{"ready", true}} : Json{{"ready", false}, {"why", why}});
  if (!why.empty()) answer.status = http::status::service_unavailable;
  return answer;
}

Response show_metrics(const Asked& asked) {
  if (!asked.shared.config.metrics)
    return refuse(Code::not_found, Message("no-such-address", "this address does not exist"));
  if (!may_read_metrics(asked))
    return refuse(Code::not_for_you,
                  Message("setting-metricsfrom-tells-addresses",
                          "only the addresses in the setting metrics-from can ask for this, and only without a proxy"));
  Answer answer;
  answer.type = "text/plain; version=0.0.4; charset=utf-8";
  answer.body = metrics_text(asked.services);
  return answer;
}

Answer file_answer(const Asked& asked) {
  const auto& files = asked.shared.files;
  const Request& request = asked.request;
  const StaticFile* file = files->find(asked.route.path);
  // Whoever reads is told so by a page; a file that is not there stays one.
  const bool lost = file == nullptr && asked.route.path.find('.') == std::string::npos &&
                    view(request[http::field::accept]).find("text/html") != std::string_view::npos;
  if (lost) file = files->find("/");
  if (file == nullptr)
    return refuse(Code::not_found, files->empty()
                                       ? Message("web-client-not-built",
                                                 "the web client is not built; the program `run` builds and serves it")
                                       : Message("no-such-page", "this page does not exist"));
  Answer answer;
  answer.framed = asked.route.framed;
  answer.file = {files, file};  // they may be read again meanwhile
  if (lost)
    answer.status = http::status::not_found;
  else if (view(request[http::field::if_none_match]).find(file->etag) != std::string_view::npos)
    answer.status = http::status::not_modified;
  answer.packed =
      !file->packed.empty() && view(request[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
  return answer;
}

Response show_page(const Asked& asked) {
  if (asked.route.id.empty()) return file_answer(asked);
  return answer_table_page(asked, file_answer(asked));
}

Response refuse_address(const Asked&) {
  return refuse(Code::not_found, Message("no-such-address", "this address does not exist"));
}

Response refuse_method(const Asked& asked) {
  Answer answer =
      refuse(Code::bad_method, Message("address-takes", "the method is not allowed; this address accepts {methods}",
                                       {{"methods", asked.route.allow}}));
  answer.allow = asked.route.allow;
  return answer;
}

}  // namespace

std::vector<Endpoint> description_endpoints() {
  return {
      {{"GET", "/api/openapi.json", "openapi", Needs::nothing, describe},
       {"server", "Get this document"},
       {{200, "Document", "OpenAPI 3.1"}}},
  };
}

std::vector<Endpoint> health_endpoints() {
  return {
      {{"GET", "/healthz", "health", Needs::nothing, say_healthy, Kind::unguarded},
       {"server", "Check that the process is alive"},
       {{200, "Healthy", "alive"}}},
      {{"GET", "/readyz", "ready", Needs::nothing, show_readiness, Kind::unguarded},
       {"server", "Check that the server accepts requests"},
       {{200, "Readiness", "yes"}, {503, "Readiness", "no, and why"}}},
      {{"GET", "/metrics", "metrics", Needs::nothing, show_metrics, Kind::unguarded},
       {"server", "Metrics for Prometheus"},
       {{200, "", "lines of text"}},
       {"not-for-you", "not-found"},
       {},
       "text/plain"},
  };
}

}  // namespace cairn::net

namespace cairn {

const Endpoint kPage{{"GET", "", "page", Needs::nothing, net::show_page, Kind::page}, {}};
const Endpoint kUnknown{{"", "", "unknown", Needs::nothing, net::refuse_address, Kind::unguarded}, {}};
const Endpoint kNotThisMethod{{"", "", "not-this-method", Needs::nothing, net::refuse_method, Kind::unguarded}, {}};

}  // namespace cairn
