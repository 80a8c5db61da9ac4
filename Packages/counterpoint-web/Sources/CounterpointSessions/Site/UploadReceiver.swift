import CounterpointHTML
import Foundation

/// Reads a form with files while it arrives: writes the files to the disk, and keeps the texts.
///
/// It runs on the threads of the sessions, because a slow disk or many forms must not stop other requests. After a
/// refusal it removes the files and drops the rest of the form, up to the maximum size of a request: a browser shows a
/// response only after it has sent its form.
actor UploadReceiver {
  /// A form that has arrived.
  struct Form {
    var pairs: [(name: String, value: String)] = []
    var files: [(field: String, file: UploadedFile)] = []
  }

  /// The part that is being read.
  private enum Part {
    case none
    /// A control without a chosen file.
    case empty
    case text(name: String, value: [UInt8])
    case file(IncomingFile)
  }

  private static let partLimit = 1_000

  private nonisolated let executor: SessionExecutor
  // The actor owns its executor, so it is there as long as the actor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  private let files: SessionFiles
  private let textLimit: Int
  private let count: @Sendable (_ bytes: Int) throws(Refusal) -> Void
  private let rules: @Sendable (_ field: String) async throws(Refusal) -> FileRules
  private var parser: MultipartParser
  private var form = Form()
  private var part = Part.none
  private var byteCount = 0
  private var textCount = 0
  private var refusal: Refusal?

  /// Creates a receiver.
  ///
  /// - Parameters:
  ///   - boundary: The boundary of the form.
  ///   - files: The files of the session.
  ///   - textLimit: The maximum size of all names and texts, in bytes.
  ///   - executor: The executor of the address that sends the form.
  ///   - count: Counts bytes that have arrived, before they are read. Throws the limit that refuses them.
  ///   - rules: Returns the files that a field accepts.
  init(
    boundary: [UInt8],
    files: SessionFiles,
    textLimit: Int,
    executor: SessionExecutor,
    count: @escaping @Sendable (_ bytes: Int) throws(Refusal) -> Void,
    rules: @escaping @Sendable (_ field: String) async throws(Refusal) -> FileRules
  ) {
    self.files = files
    self.textLimit = textLimit
    self.executor = executor
    self.count = count
    self.rules = rules
    parser = MultipartParser(boundary: boundary, partLimit: Self.partLimit)
  }

  private var limits: UploadLimits { files.site.limits }

  /// Reads a chunk.
  ///
  /// - Throws: The refusal of a form that is too large. Other refusals are thrown by ``finish()``.
  func receive(_ chunk: [UInt8]) async throws(Refusal) {
    byteCount += chunk.count
    guard byteCount <= limits.requestSize else { throw refusal ?? .uploadTooLarge }
    do throws(Refusal) {
      // What is dropped was sent, too.
      try count(chunk.count)
      guard refusal == nil else { return }
      parser.append(chunk)
      while let event = try nextEvent() { try await handle(event) }
    } catch {
      refusal = refusal ?? error
      // Removes the files.
      part = .none
      form = Form()
    }
  }

  /// Returns the form.
  ///
  /// - Throws: The refusal of the form.
  func finish() throws(Refusal) -> Form {
    if let refusal { throw refusal }
    do throws(MultipartParser.Problem) {
      try parser.finish()
    } catch {
      throw .malformedUpload
    }
    return form
  }

  private func nextEvent() throws(Refusal) -> MultipartParser.Event? {
    do throws(MultipartParser.Problem) {
      return try parser.next()
    } catch {
      throw error == .tooManyParts ? .tooManyFiles : .malformedUpload
    }
  }

  private func handle(_ event: MultipartParser.Event) async throws(Refusal) {
    switch (event, part) {
    case (.part(let head), _):
      part = try await begin(head)
    case (.content(let bytes), .text(let name, var value)):
      try countText(bytes.count)
      // Without a second reference, the bytes are appended in place.
      part = .none
      value += bytes
      part = .text(name: name, value: value)
    case (.content(let bytes), .file(var file)):
      try file.write(bytes, in: files)
      part = .file(file)
    case (.content, .empty), (.content, .none):
      throw .malformedUpload
    case (.endOfPart, .text(let name, let value)):
      guard let text = String(validating: value, as: UTF8.self) else { throw .malformedUpload }
      form.pairs.append((name, text))
      part = .none
    case (.endOfPart, .file(let file)):
      form.files.append((file.field, try file.close()))
      part = .none
    case (.endOfPart, .empty), (.endOfPart, .none):
      part = .none
    }
  }

  private func begin(_ head: MultipartPart) async throws(Refusal) -> Part {
    try countText(head.name.utf8.count)
    guard let name = head.fileName else { return .text(name: head.name, value: []) }
    guard !name.isEmpty else { return .empty }
    let rules = try await rules(head.name)
    let earlier = form.files.count { $0.field == head.name }
    guard form.files.count < limits.files, earlier < rules.maxCount else { throw .tooManyFiles }
    guard rules.accepts(name: FileName.cleaned(name), contentType: head.contentType) else { throw .wrongFileType }
    return .file(try IncomingFile(head, name: name, limit: min(rules.maxSize, limits.fileSize), in: files))
  }

  private func countText(_ count: Int) throws(Refusal) {
    textCount += count
    guard textCount <= textLimit else { throw .tooLarge }
  }
}

/// A file that is being received. It is removed with its last reference, unless it has arrived.
private struct IncomingFile {
  let field: String
  private let name: String
  private let contentType: String
  private let limit: Int
  private let file: TemporaryFile
  private let output: FileHandle
  private var byteCount = 0

  init(_ head: MultipartPart, name: String, limit: Int, in files: SessionFiles) throws(Refusal) {
    field = head.name
    contentType = head.contentType
    self.name = name
    self.limit = limit
    do {
      file = try files.makeFile()
      guard let url = file.url else { throw UploadedFileError.unavailable }
      output = try FileHandle(forWritingTo: url)
    } catch {
      files.site.report(error)
      throw .filesNotStored
    }
  }

  mutating func write(_ bytes: ArraySlice<UInt8>, in files: SessionFiles) throws(Refusal) {
    byteCount += bytes.count
    guard byteCount <= limit else { throw .fileTooLarge }
    try files.reserve(bytes.count, for: file.id)
    do {
      try output.write(contentsOf: Data(bytes))
    } catch {
      files.site.report(error)
      throw .filesNotStored
    }
  }

  func close() throws(Refusal) -> UploadedFile {
    do {
      try output.close()
    } catch {
      file.files.site.report(error)
      throw .filesNotStored
    }
    return UploadedFile(file, name: name, contentType: contentType, byteCount: byteCount)
  }
}
