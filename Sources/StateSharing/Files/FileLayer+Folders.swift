import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension FileLayer {
  /// Creates a folder, and those above, if it is not there.
  func makeFolders(_ folder: String) throws {
    if folder.isEmpty || folder == "/" { return }
    if try stamp(folder) != nil { return }
    let parent = (folder as NSString).deletingLastPathComponent
    try makeFolders(parent)
    do {
      try mkdir(folder)
    } catch let error as SystemCallError where error.code == EEXIST {
      return
    }
    try syncFolder(parent)
  }

  /// Synchronizes the entries of a folder with the disk.
  func syncFolder(_ folder: String) throws {
    let path = folder.isEmpty ? "/" : folder
    let file = try open(path, O_RDONLY)
    let result = Result { try fsync(file, path) }
    try close(file, path)
    try result.get()
  }
}
