import Foundation
import Testing

@testable import StateSharing

/// Recordings name a file by its place, so that they replay on a machine of another user.
@Suite struct PortablePathTests {
  private let home = FileManager.default.homeDirectoryForCurrentUser.path

  @Test func aFileInAFolderOfTheUserIsNamedByTheFolder() {
    #expect(portablePath(of: "\(home)/notes/a.json", environment: [:]) == "~/notes/a.json")
    #expect(portablePath(of: "\(home)/.local/state/app/a.json", environment: [:]) == "$XDG_STATE_HOME/app/a.json")
    #expect(portablePath(of: "\(home)/.local/share/a.json", environment: [:]) == "$XDG_DATA_HOME/a.json")
    let environment = ["XDG_STATE_HOME": "/srv/state", "XDG_DATA_HOME": "relative"]
    #expect(portablePath(of: "/srv/state/a.json", environment: environment) == "$XDG_STATE_HOME/a.json")
    #expect(portablePath(of: "\(home)/.local/share/a.json", environment: environment) == "$XDG_DATA_HOME/a.json")
    #expect(portablePath(of: "\(home)/.local/state/a.json", environment: environment) == "~/.local/state/a.json")
    #expect(portablePath(of: "/srv/states/a.json", environment: environment) == nil)
  }

  @Test func aKeyInARecordingHasTheSameNameOnEveryMachine() {
    func name(_ path: String) -> String {
      let key: FileStorageKey<Int> = .fileStorage(URL(filePath: path))
      return key.connect().recordedName
    }
    #expect(name("\(home)/numbers.json") == ".fileStorage(~/numbers.json)")
    #expect(name("/srv/numbers.json") == ".fileStorage(file:///srv/numbers.json)")
  }
}
