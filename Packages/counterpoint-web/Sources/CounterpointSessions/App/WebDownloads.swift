public import DependencyInjection
public import Foundation
import IssueReporting

/// The downloads of a session. An effect uses it to offer a file to the visitor.
///
/// ```swift
/// @Dependency(\.webDownloads) var downloads
///
/// case .exportButtonClicked:
///   return .run { [rows = state.rows] send in
///     let report = try downloads.offer(csv(rows), named: "Report.csv", type: "text/csv; charset=utf-8")
///     await send(.reportReady(report))
///   }
/// ```
///
/// The page shows the link with `Element.download(_:_:key:content:)`. Tests override `offerFile`.
public struct WebDownloads: Sendable {
  /// The content of a download.
  public enum Source: Hashable, Sendable {
    /// Bytes, which are written to a temporary file.
    case data(Data)
    /// A file of the program, which stays where it is.
    case file(URL)
  }

  /// Offers a file under a name and a media type, and returns the link to it.
  public var offerFile: @Sendable (_ source: Source, _ name: String, _ type: String) throws -> DownloadLink

  /// Creates downloads from a function, for tests.
  ///
  /// - Parameter offerFile: See ``offerFile``.
  public init(
    offerFile: @escaping @Sendable (_ source: Source, _ name: String, _ type: String) throws -> DownloadLink
  ) {
    self.offerFile = offerFile
  }

  /// Writes bytes to a temporary file, and offers it to the visitor. Call it in an effect.
  ///
  /// - Parameters:
  ///   - data: The content. For much content, write a file and offer that one.
  ///   - name: The name under which the browser stores the file.
  ///   - type: The media type, with a charset for a text.
  /// - Returns: The link. The file exists while the state has it.
  /// - Throws: ``UploadedFileError/unavailable`` after the end of the session, the error of the file system, or an
  ///   error if the files of the session exceed their limit.
  public func offer(_ data: Data, named name: String, type: String) throws -> DownloadLink {
    try offerFile(.data(data), name, type)
  }

  /// Offers a file of the program to the visitor. The file stays where it is.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - name: The name under which the browser stores the file.
  ///   - type: The media type, with a charset for a text.
  /// - Returns: The link. The file is offered while the state has it.
  /// - Throws: ``UploadedFileError/unavailable`` after the end of the session.
  public func offer(fileAt url: URL, named name: String, type: String) throws -> DownloadLink {
    try offerFile(.file(url), name, type)
  }

  /// The downloads of a page that is served from a temporary store: links without files.
  static let none = WebDownloads { _, name, _ in DownloadLink(name: name) }

  /// Creates the downloads of a session.
  init(_ files: SessionFiles) {
    self.init { source, name, type in
      let file: TemporaryFile
      switch source {
      case .file(let url): file = try files.refer(to: url)
      case .data(let data):
        file = try files.makeFile()
        try files.reserve(data.count, for: file.id)
        if let url = file.url { try data.write(to: url) }
      }
      let link = DownloadLink(file, name: name)
      files.site.offer(file.id, SiteFiles.Download(name: name, contentType: headerValue(type), files: files))
      return link
    }
  }
}

/// Returns the text of a media type that a header can have, or the unknown type.
private func headerValue(_ type: String) -> String {
  !type.isEmpty && type.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? type : MediaType.unknown
}

extension DependencyValues {
  /// The downloads of the session that a store belongs to. Outside of a ``WebSite``, each call of its functions is
  /// reported as an issue.
  public var webDownloads: WebDownloads {
    get { self[WebDownloadsKey.self] }
    set { self[WebDownloadsKey.self] = newValue }
  }
}

private enum WebDownloadsKey: DependencyKey {
  static let liveValue = missing("There are no downloads, because no WebSite made this store.")
  static let testValue = missing("Unimplemented: override '\\.webDownloads' in this test.")

  private static func missing(_ text: String) -> WebDownloads {
    WebDownloads { _, name, _ in
      reportIssue(text)
      return DownloadLink(name: name)
    }
  }
}
