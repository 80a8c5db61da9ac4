import ControlledClocks
import CounterpointCore
import CounterpointHTML
import DependencyInjection
import Foundation

@testable import CounterpointSessions

/// A program with files: pictures, a letter that is sent with its form, and reports to download.
enum Album {
  struct State: Codable, Equatable, Sendable {
    var pictures: [UploadedFile] = []
    var letter: UploadedFile?
    var title = ""
    var isLocked = false
    var saved = 0
    var report: DownloadLink?
  }

  enum Action: Codable, Equatable, Sendable {
    case picturesChosen([UploadedFile])
    case letterChosen(UploadedFile?)
    case titleTyped(String)
    case save, clear, lock, export, end
    case exported(DownloadLink)
  }

  static func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .picturesChosen(let files): state.pictures += files
    case .letterChosen(let file): state.letter = file
    case .titleTyped(let title): state.title = title
    case .save: state.saved += 1
    case .clear:
      state.pictures = []
      state.letter = nil
      state.report = nil
    case .lock: state.isLocked = true
    case .exported(let report): state.report = report
    case .export:
      @Dependency(\.webDownloads) var downloads
      return .run { [title = state.title, downloads] send in
        let link = try downloads.offer(Data(title.utf8), named: "\(title).txt", type: "text/plain; charset=utf-8")
        await send(.exported(link))
      }
    case .end:
      @Dependency(\.webSession) var session
      session.end()
    }
    return .none
  }
}

/// A site with this program.
struct AlbumSite: Sendable {
  let site: WebSite<Album.State, Album.Action>
  let clock = TestClock()

  init(uploads: UploadLimits = UploadLimits(), path: String = "/", acceptsOnlyOfferedActions: Bool = true) {
    let app = WebApp<Album.State, Album.Action>(
      title: "Album",
      acceptsOnlyOfferedActions: acceptsOnlyOfferedActions,
      fields: { store in
        [
          WebField("pictures", store.binding(get: \.pictures, send: Album.Action.picturesChosen)),
          WebField("letter", store.binding(get: \.letter, send: Album.Action.letterChosen)),
          WebField("title", store.binding(get: \.title, send: Album.Action.titleTyped)),
        ]
      },
      viewStore: { actor in
        Store(initialState: Album.State(), isolation: actor) { Reduce { Album.reduce(&$0, $1) } }.view
      },
      screen: { state in
        html {
          Element.form(submit: Album.Action.save) {
            Element.field("title", label: "Title", .text(state.title), sends: .onSubmit)
            Element.field(
              "pictures",
              label: "Pictures",
              .files(accept: ["image/*", ".txt"], maxCount: 2, maxSize: 5_000),
              .disabled(state.isLocked)
            )
            Element.field("letter", label: "Letter", .files(), sends: .onSubmit)
            Element.button(Album.Action.save) { "Save" }
          }
          for action in [Album.Action.clear, .lock, .export, .end] { Element.button(action) { "\(action)" } }
          for file in state.pictures + [state.letter].compactMap(\.self) {
            Element(.p, .class("file")) { "\(file.name)|\(file.contentType)|\(file.byteCount)" }
          }
          Element(.pre, .id("state")) { "\(state.title)|\(state.saved)" }
          if let report = state.report { Element.download(report) { "Save the report" } }
        }
      }
    )
    site = WebSite(app, path: path, limits: WebLimits(bodySize: 4_000, uploads: uploads), clock: clock)
  }

  /// The contents of all temporary files, sorted by their sizes.
  var contents: [Data] {
    guard let folder = site.sessions.files.folder else { return [] }
    let urls = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return urls.compactMap { try? Data(contentsOf: $0) }.sorted { $0.count < $1.count }
  }

  /// The bytes that the site has reserved for temporary files.
  var reservedBytes: Int { site.sessions.files.bytes }
}
