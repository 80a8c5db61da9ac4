import Counterpoint
import CounterpointTestSupport
import DurableFiles
import Foundation
import Testing

// The code of the guide "Where your data is", to the letter.

func printState(of diary: URL) {
  print(DurableFile(diary).status())
  if let settings = AppStorageStore.standard.status { print(settings) }
}

@Suite struct WhereYourDataIsTests {
  @Test func theStateOfAFileIsATable() throws {
    let folder = try Folder()
    try DurableFile(folder.file()).write(Data("x".utf8))
    let text = DurableFile(folder.file()).status().description
    for row in ["path        /", "mode 600", "size        1 bytes", "lock        free", "changes     unobserved"] {
      #expect(text.contains(row))
    }
    // A store in memory has no file.
    #expect(AppStorageStore.inMemory.status == nil)
  }
}
