import Counterpoint
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import Foundation
import Testing

// The code of the guide "Receive files", to the letter.

@Reducer
struct Expenses {
  struct Receipt: Codable, Equatable, Identifiable {
    let id: String
    let name: String
  }

  @ObservableState
  struct State: Equatable {
    var receipts: [Receipt] = []
    var problem: String?
    var report: DownloadLink?
  }

  enum Action: Codable {
    case receiptsChosen([UploadedFile])
    case receiptStored(Receipt)
    case receiptLost(name: String)
    case reportButtonClicked
    case reportReady(DownloadLink)
  }

  /// The folder of the receipts, which the program keeps.
  let folder: URL
  @Dependency(\.webDownloads) var downloads

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .receiptsChosen(let files):
        state.problem = nil
        return .run { [folder] send in
          for file in files {
            do {
              try file.move(to: folder.appendingPathComponent(file.id))
              await send(.receiptStored(Receipt(id: file.id, name: file.name)))
            } catch {
              await send(.receiptLost(name: file.name))
            }
          }
        }
      case .receiptStored(let receipt):
        state.receipts.append(receipt)
      case .receiptLost(let name):
        state.problem = "“\(name)” could not be stored."
      case .reportButtonClicked:
        return .run { [receipts = state.receipts, downloads] send in
          let lines = receipts.map { "\($0.name)\n" }.joined()
          let report = try downloads.offer(Data(lines.utf8), named: "Expenses.csv", type: "text/csv; charset=utf-8")
          await send(.reportReady(report))
        }
      case .reportReady(let report):
        state.report = report
      }
      return .none
    }
  }
}

func expenses(in folder: URL) -> WebApp<Expenses.State, Expenses.Action> {
  WebApp(
    title: "Expenses",
    fields: { store in
      [WebField("receipts", store.binding(get: { _ in [] }, send: Expenses.Action.receiptsChosen))]
    },
    viewStore: { actor in
      Store(initialState: Expenses.State(), isolation: actor) { Expenses(folder: folder) }.view
    },
    screen: { state in
      html {
        Element(.h1) { "Expenses" }
        Element.form(submit: Expenses.Action.reportButtonClicked) {
          Element.field(
            "receipts",
            label: "Receipts",
            .files(accept: ["image/*", ".pdf"], maxCount: 5, maxSize: 4 << 20),
            hint: "Pictures or PDF, at most 4 MB each.",
            problem: state.problem
          )
          Element.button(Expenses.Action.reportButtonClicked) { "Prepare the report" }
        }
        Element(.ul) {
          for receipt in state.receipts { Element(.li, key: receipt.id) { receipt.name } }
        }
        if let report = state.report {
          Element.download(report) { "Save the report" }
        }
      }
    }
  )
}

@Test(arguments: [true, false])
func receiptsAreStored(hasScript: Bool) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("receipts-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let visitor = TestVisitor(WebSite(expenses(in: folder), clock: TestClock()), hasScript: hasScript)
  try await visitor.open()
  try await visitor.upload(TestFile("Lunch.png", type: "image/png", contents: [1, 2, 3]), into: "receipts")
  try await visitor.click("Prepare the report")
  try await visitor.wait { $0.text.contains("Lunch.png") }

  try await visitor.click("Prepare the report")
  try await visitor.wait { $0.text.contains("Save the report") }
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
  #expect(names.count == 1 && names != ["Lunch.png"])
}

@Test func aReportIsDownloaded() async throws {
  let visitor = TestVisitor(WebSite(expenses(in: FileManager.default.temporaryDirectory), clock: TestClock()))
  try await visitor.open()
  try await visitor.send(.reportButtonClicked)
  try await visitor.wait { $0.text.contains("Save the report") }
  let report = try await visitor.download("Save the report")
  #expect(report == TestFile("Expenses.csv", type: "text/csv; charset=utf-8", text: ""))
}
