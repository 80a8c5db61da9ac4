import Counterpoint
@_spi(Internals) import CounterpointInspector
import CounterpointTestSupport
import DependencyInjection
import Foundation
import Testing

/// The code of the module's page.
@Suite struct GuideTests {
  @MainActor @Test func aProgramTravelsWithoutAnInspector() throws {
    let store = Store(initialState: Counter.State()) { Counter() }
    let shown = Recorder<Int>()
    let token = store.view(removeDuplicates: ==).observe { shown.note($0.count) }
    let history = StoreHistory(of: store)
    store.send(.increment)
    try history.show(0)
    try history.goLive()
    #expect(shown.entries == [0, 1, 0, 1])
    withExtendedLifetime(token) {}
  }

  @Test func aProgramListens() async {
    // In a process of its own, because the dependencies of a process are prepared once.
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      unsafe setenv("XDG_RUNTIME_DIR", folder.path, 1)
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try prepareDependencies { $0.inspector = try Inspector.listen() }
      let inspector = try #require(DependencyValues._current.inspector)
      #expect(inspector.address.hasPrefix(folder.path))
    }
  }

  @Test func aStartedProgramListensInTheFolderOfItsCommand() async {
    await #expect(processExitsWith: .success) {
      try #expect(Inspector.listenIfRequested() == nil)
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      unsafe setenv("COUNTERPOINT_INSPECT", folder.path, 1)
      defer { try? FileManager.default.removeItem(at: folder) }
      try prepareDependencies { $0.inspector = try Inspector.listenIfRequested(allowing: [.look, .travel]) }
      let inspector = try #require(DependencyValues._current.inspector)
      #expect(inspector.address.hasPrefix(folder.path))
      let (address, token) = try ProgramFolder(folder.path).find(ProcessInfo.processInfo.processName)
      #expect(try InspectedProgram(at: address, token: token).description.permissions == [.look, .travel])
      // Only the command's user can have made the folder.
      unsafe setenv("COUNTERPOINT_INSPECT", "/", 1)
      #expect(throws: InspectionError.self) { try Inspector.listenIfRequested() }
    }
  }
}
