import CounterpointTestSupport
import Foundation
@_spi(Internals) import DurableFiles
import StateSharing
import Testing

/// Tests of several programs with one file. `Verification/stress-sharing` runs more programs for longer.
@Suite(.ends) struct ProcessSharingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  @Test func noIncrementIsLostAmongProcesses() async throws {
    let processes = number("COUNTERPOINT_PROCESSES", 4), increments = number("COUNTERPOINT_INCREMENTS", 25)
    try await withDisk {
      @Shared(.fileStorage(folder.file(), mode: .transactional)) var count = 0
      let programs = try (0..<processes).map { _ in
        try Program("sharing-fixture", ["increment", folder.file().path, "\(increments)"])
      }
      for program in programs {
        #expect(program.lines() == [])
        #expect(program.end() == 0)
      }
      #expect(folder.text() == "\(processes * increments)")
      // This process, which watches the file, has the new value.
      #expect(await first(of: $count.values) { $0 == processes * increments } != nil)
      $count.withLock { $0 += 1 }
      #expect(folder.text() == "\(processes * increments + 1)")
    }
  }

  @Test func settingsOfOtherProcessesArePreserved() async throws {
    let programs = try (1...3).map { try Program("sharing-fixture", ["set", folder.file().path, "\($0)"]) }
    for program in programs {
      _ = program.lines()
      #expect(program.end() == 0)
    }
    let store = AppStorageStore(url: folder.file(), layer: FileLayer())
    for number in 1...3 { #expect(store.integer(forKey: "number-\(number)") == 20) }
  }

  @Test func everyAcknowledgedSettingIsStored() throws {
    let saves = number("COUNTERPOINT_SAVES", 300)
    let program = try Program("sharing-fixture", ["count-settings", folder.file().path, "\(saves)"])
    #expect(program.lines() == ["\(saves)"])
    #expect(program.end() == 0)
    let store = AppStorageStore(url: folder.file(), layer: FileLayer())
    #expect(store.integer(forKey: "count") == saves)
  }

  @Test func anImmediateWriteIsStoredOrReportedAsAConflict() throws {
    let processes = number("COUNTERPOINT_PROCESSES", 3), saves = number("COUNTERPOINT_SAVES", 150)
    let programs = try (0..<processes).map { _ in
      try Program("sharing-fixture", ["count-immediately", folder.file().path, "\(saves)"])
    }
    var acknowledged = 0, conflicts = 0
    for program in programs {
      let lines = program.lines().compactMap { Int($0) }
      #expect(program.end() == 0)
      try #require(lines.count == 2)
      acknowledged += lines[0]
      conflicts += lines[1]
    }
    #expect(acknowledged + conflicts == processes * saves)
    // Each acknowledged save has added one to the number in the file.
    #expect(folder.text() == "\(acknowledged)")
  }

  @Test(arguments: 1...5) func anImmediateChangeIsStoredWhenItReturns(_: Int) throws {
    let program = try Program("sharing-fixture", ["be-killed", folder.file().path])
    #expect(program.lines() == [])
    program.end()
    let stored = try #require(folder.text().flatMap { Int($0) })
    #expect(stored > 1_000_000)
  }

  @Test func aLockTimeoutIsAnError() async throws {
    let program = try Program("sharing-fixture", ["hold", folder.file().path])
    #expect(program.line() == "held")
    try await withDisk {
      let key: FileStorageKey<Int> = .fileStorage(folder.file(), mode: .transactional)
      do {
        _ = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .milliseconds(20)))
        Issue.record("The lock was free.")
      } catch SharedStorageError.lockTimeout(let path) {
        #expect(path.contains("value.json"))
      }
      program.kill()
      program.end()
      // The lock ends with its process.
      let (stored, ticket) = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5)))
      #expect(stored.value == nil)
      key.rollback(ticket)
    }
  }

  @Test func aFailedLoadIsReportedAtTheDeclaration() throws {
    try Data("no number".utf8).write(to: folder.file())
    let program = try Program("sharing-fixture", ["load", folder.file().path])
    let lines = program.lines()
    #expect(program.end() == 0)
    let declaration = try #require(lines.first)
    #expect(declaration.hasPrefix("sharing_fixture/main.swift:"))
    try #require(lines.count == 4, "\(lines)")
    #expect(lines[1].hasPrefix("\(declaration) The shared value .fileStorage("))
    // The caller receives the error, and it is not reported again.
    #expect(lines.suffix(2) == ["load throws", "not loaded 0"])
  }

  /// The code that quarantines a file is in the library, and runs on another thread.
  @Test func aQuarantineIsReportedAtTheDeclaration() throws {
    try Data("no number".utf8).write(to: folder.file())
    try Data("no settings".utf8).write(to: folder.file("value.json.settings"))
    let program = try Program("sharing-fixture", ["quarantine", folder.file().path])
    let lines = program.lines()
    #expect(program.end() == 0)
    let declarations = lines.filter { $0.hasSuffix(":") }
    try #require(declarations.count == 2 && Set(declarations).count == 2, "\(lines)")
    for (declaration, name) in zip(declarations, ["value.json", "value.json.settings"]) {
      #expect(declaration.hasPrefix("sharing_fixture/main.swift:"))
      let reports = lines.filter { $0.contains("/\(name).corrupt-") }
      #expect(reports.count == 1 && reports.allSatisfy { $0.hasPrefix("\(declaration) ") }, "\(lines)")
    }
  }

  @Test func anErrorThrownBySaveIsNotReported() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("nowhere").path,
      withDestinationPath: folder.file("none").path
    )
    let program = try Program("sharing-fixture", ["save-nowhere", folder.file("nowhere/value.json").path])
    #expect(program.lines() == ["save throws"])
    #expect(program.end() == 0)
  }

  @Test func programsUnderUITestsBeginEmpty() throws {
    for _ in 1...2 {
      let program = try Program("sharing-fixture", ["ui-test", folder.file().path], environment: ["UI_TESTING": "1"])
      #expect(program.lines() == ["false 1 1"])
    }
    #expect(folder.names == [])
    let home = ["HOME": folder.url.path, "XDG_CONFIG_HOME": folder.url.path]
    for number in 1...2 {
      let program = try Program("sharing-fixture", ["ui-test", folder.file().path], environment: home)
      #expect(program.lines() == ["false \(number) \(number)"])
    }
    #expect(folder.names == ["sharing-fixture.settings.json", "value.json"])
  }
}
