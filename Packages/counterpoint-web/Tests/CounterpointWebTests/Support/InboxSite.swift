import CounterpointCore
import CounterpointHTML
import DependencyInjection
import Foundation

@testable import CounterpointSessions

/// A program that receives files and offers one.
enum Inbox {
  struct State: Equatable, Sendable {
    var files: [UploadedFile] = []
    var offer: DownloadLink?
  }

  enum Action: Codable, Equatable, Sendable {
    case received([UploadedFile])
    case offer
    case offered(DownloadLink)
  }
}

/// A site with this program.
struct InboxSite: Sendable {
  let site: WebSite<Inbox.State, Inbox.Action>
  /// The paths of requests whose responses are ready.
  let responses: AsyncStream<String>

  /// - Parameters:
  ///   - offer: The content of the file that the program offers.
  ///   - uploads: The limits of files.
  init(offer: Data = Data(), uploads: UploadLimits = UploadLimits()) {
    let (responses, didRespond) = AsyncStream.makeStream(of: String.self)
    self.responses = responses
    let app = WebApp<Inbox.State, Inbox.Action>(
      title: "Inbox",
      fields: { [WebField("files", $0.binding(get: \.files, send: Inbox.Action.received))] },
      viewStore: { actor in
        Store(initialState: Inbox.State(), isolation: actor) { Self.reducer(offer) }.view
      },
      screen: { state in
        html {
          Element.form(submit: Inbox.Action.offer) { Element.field("files", label: "Files", .files(maxCount: 9)) }
          for file in state.files { Element(.p) { "\(file.name) \(file.byteCount)" } }
          if let offer = state.offer { Element.download(offer) { "Save" } }
        }
      }
    )
    let limits = WebLimits(uploads: uploads)
    site = WebSite(app, limits: limits, hosts: ["localhost"], monitor: ResponseMonitor(didRespond: didRespond))
  }

  /// The sizes of all temporary files.
  var sizes: [Int] {
    guard let folder = site.sessions.files.folder else { return [] }
    let urls = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return urls.compactMap { (try? Data(contentsOf: $0))?.count }
  }

  private static func reducer(_ offer: Data) -> Reduce<Inbox.State, Inbox.Action> {
    Reduce { state, action in
      switch action {
      case .received(let files): state.files += files
      case .offered(let link): state.offer = link
      case .offer:
        @Dependency(\.webDownloads) var downloads
        return .run { [downloads] send in
          await send(.offered(try downloads.offer(offer, named: "offer.bin", type: "application/octet-stream")))
        }
      }
      return .none
    }
  }
}

/// Reports each response.
private struct ResponseMonitor: SiteMonitor {
  let didRespond: AsyncStream<String>.Continuation

  func handleRequest(_ request: WebRequest, _ respond: () async -> WebResponse) async -> WebResponse {
    let response = await respond()
    didRespond.yield(request.path)
    return response
  }
}
