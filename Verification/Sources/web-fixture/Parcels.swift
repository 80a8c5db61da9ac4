import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import DependencyInjection
import Foundation

/// A program that receives files and offers one, for plays in browsers.
enum Parcels {
  struct State: Equatable, Sendable {
    var note = ""
    var files: [UploadedFile] = []
    /// The sums of all bytes, by the identifiers of the files.
    var sums: [String: Int] = [:]
    var saved = 0
    var list: DownloadLink?
    var isListing = false
    var problem: String?
  }

  enum Action: Codable, Equatable, Sendable {
    case noteTyped(String)
    case received([UploadedFile])
    case summed(String, Int)
    case save, clear, list
    case listed(DownloadLink)
    case failed(String)
  }

  static func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .noteTyped(let note): state.note = note
    case .summed(let id, let sum): state.sums[id] = sum
    case .listed(let link):
      state.list = link
      state.isListing = false
    case .failed(let problem):
      state.problem = problem
      state.isListing = false
    case .save: state.saved += 1
    case .clear:
      state.files = []
      state.list = nil
      state.problem = nil
    case .received(let files):
      state.files += files
      return .run { send in
        for file in files {
          let sum = try file.withURL { try Data(contentsOf: $0).reduce(0) { $0 + Int($1) } }
          await send(.summed(file.id, sum))
        }
      } catch: { error, send in
        await send(.failed("A file can't be read: \(error)"))
      }
    case .list:
      state.isListing = true
      @Dependency(\.webDownloads) var downloads
      return .run { [names = state.files.map(\.name), downloads] send in
        let text = names.map { $0 + "\n" }.joined()
        let link = try downloads.offer(Data(text.utf8), named: "Dateien, März.txt", type: "text/plain; charset=utf-8")
        await send(.listed(link))
      } catch: { error, send in
        await send(.failed("The list can't be offered: \(error)"))
      }
    }
    return .none
  }

  static let app = WebApp<State, Action>(
    title: "Parcels",
    isBusy: { $0.isListing || $0.sums.count < $0.files.count && $0.problem == nil },
    fields: { store in
      [
        WebField("note", store.binding(get: \.note, send: Action.noteTyped)),
        WebField("pictures", store.binding(get: \.files, send: Action.received)),
        WebField("letter", store.binding(get: \.files.last, send: { Action.received([$0].compactMap(\.self)) })),
      ]
    },
    viewStore: { actor in
      Store(initialState: State(), isolation: actor) { Reduce { Self.reduce(&$0, $1) } }.view
    },
    screen: { state in
      html {
        Element(.main) {
          Element(.h1) { "Parcels" }
          Element.form(submit: Action.save, .id("parcel")) {
            Element.field("note", label: "Note", .text(state.note), sends: .onSubmit)
            Element.field(
              "pictures",
              label: "Pictures",
              .files(accept: ["image/png", ".gif"], maxCount: 3, maxSize: 1 << 20),
              hint: "At most three, of 1 MB each."
            )
            Element.field("letter", label: "Letter", .files(), sends: .onSubmit)
            Element.button(Action.save, .id("save")) { "Save" }
          }
          Element.button(Action.clear, .id("clear")) { "Clear" }
          Element.button(Action.list, .id("list")) { "List" }
          if let list = state.list { Element(.p) { Element.download(list, .id("download")) { "Save the list" } } }
          Element(.ul, .id("files")) {
            for file in state.files {
              Element(.li, key: file.id) {
                "\(file.name) | \(file.contentType) | \(file.byteCount) | \(state.sums[file.id] ?? -1)"
              }
            }
          }
          if let problem = state.problem { Element(.p, .id("problem"), .role("alert")) { problem } }
          Element(.output, .id("saved")) { "\(state.note) | \(state.saved)" }
        }
      }
    }
  )
}
