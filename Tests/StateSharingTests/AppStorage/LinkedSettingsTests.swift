import CounterpointTestSupport
@_spi(Internals) import DurableFiles
import Foundation
import StateSharing
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests of a settings file that is a symbolic link, as into a folder of settings under version control.
@Suite(.ends) struct LinkedSettingsTests {
  private let folder: Folder
  private let url: URL

  init() throws {
    folder = try Folder()
    url = folder.file("test.settings.json")
    try FileManager.default.createDirectory(at: folder.file("dotfiles"), withIntermediateDirectories: false)
    try put(1, "dotfiles/1.json")
    try link(to: "dotfiles/1.json")
  }

  private func text(_ number: Int) -> String { #"{"number-1":{"int":{"_0":\#(number)}}}"# }

  /// Writes the file in place, as most editors do.
  private func put(_ number: Int, _ name: String) throws { try Data(text(number).utf8).write(to: folder.file(name)) }

  private func link(to target: String) throws {
    #expect(unsafe symlink(target, folder.file("new").path) == 0)
    #expect(unsafe rename(folder.file("new").path, url.path) == 0)
  }

  @Test func aTargetThatAnotherProcessChangesIsObserved() async throws {
    let store = AppStorageStore(url: url, layer: FileLayer())
    @Shared(.appStorage("number-1", store: store)) var number = 0
    #expect(number == 1)
    let program = try Program("sharing-fixture", ["set", folder.file("dotfiles/1.json").path, "1"])
    #expect(await first(of: $number.values) { $0 == 20 } == 20)
    #expect(program.lines() == [] && program.end() == 0)
    try put(21, "dotfiles/1.json")
    #expect(await first(of: $number.values) { $0 == 21 } == 21)
    $number.withLock { $0 = 22 }
    try await $number.save()
    #expect(folder.text("dotfiles/1.json") == text(22))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: url.path) == "dotfiles/1.json")
  }

  @Test func aSwitchedLinkIsObserved() async throws {
    let store = AppStorageStore(url: url, layer: FileLayer())
    @Shared(.appStorage("number-1", store: store)) var number = 0
    #expect(number == 1)
    try put(2, "dotfiles/2.json")
    try link(to: "dotfiles/2.json")
    #expect(await first(of: $number.values) { $0 == 2 } == 2)
    try put(3, "dotfiles/2.json")
    #expect(await first(of: $number.values) { $0 == 3 } == 3)
    $number.withLock { $0 = 4 }
    try await $number.save()
    #expect(folder.text("dotfiles/2.json") == text(4) && folder.text("dotfiles/1.json") == text(1))
  }
}
