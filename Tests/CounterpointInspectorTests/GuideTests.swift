import CounterpointInspector
import DependencyInjection
import Foundation
import Testing

/// The code of the module's page.
@Suite struct GuideTests {
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
}
