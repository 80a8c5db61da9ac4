import MacrosUnderTest
import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// The result of expanding the package's macros in a source: what a case of a data file is compared with.
struct ExpandedSource {
  /// The whole source after the expansion.
  let expansion: String
  /// The diagnostics in the form of a data file; `nil` if there are none.
  let diagnostics: String?
  /// The source after applying the first fix-it of each diagnostic; `nil` if there are no fix-its.
  let fixedSource: String?
  /// The syntax errors of the expansion, which no data file can accept; `nil` if there are none.
  let syntaxErrors: String?

  /// Expands the macros in the source of a user.
  init(of source: String) {
    let tree = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [tree: .init(moduleName: "TestModule", fullFilePath: "test.swift")]
    )
    let expanded = tree.expand(
      macroSpecs: Self.macros,
      contextGenerator: { node in
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2)
    )
    expansion = expanded.description
    let errors = ParseDiagnosticsGenerator.diagnostics(for: expanded)
    syntaxErrors = errors.isEmpty ? nil : DiagnosticsFormatter.annotatedSource(tree: expanded, diags: errors)
    let lines = context.diagnostics.flatMap { $0.lines(in: context) }
    diagnostics = lines.isEmpty ? nil : lines.joined(separator: "\n")
    // A diagnostic can offer several fix-its; only the first is compared. The others are in the diagnostics.
    let fixIts = context.diagnostics.compactMap(\.fixIts.first)
    fixedSource = fixIts.isEmpty ? nil : source.applying(fixIts.flatMap(\.changes).map { $0.edit(in: context) })
  }

  private static var macros: [String: MacroSpec] {
    [
      "CasePathable": MacroSpec(type: CasePathableMacro.self, conformances: ["CasePathable", "CasePathIterable"]),
      "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
      "DependencyEndpoint": MacroSpec(type: DependencyEndpointMacro.self),
      "DependencyEndpointIgnored": MacroSpec(type: DependencyEndpointIgnoredMacro.self),
      "DependencyEntry": MacroSpec(type: DependencyEntryMacro.self),
      "ObservableState": MacroSpec(
        type: ObservableStateMacro.self,
        conformances: ["ObservableState", "Decodable", "Encodable"]
      ),
      "ObservationStateIgnored": MacroSpec(type: ObservationStateIgnoredMacro.self),
      "ObservationStateTracked": MacroSpec(type: ObservationStateTrackedMacro.self),
      "Presents": MacroSpec(type: PresentsMacro.self),
      "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["_ReducerDomain", "CaseReducer", "Reducer"]),
      "ViewAction": MacroSpec(type: ViewActionMacro.self, conformances: ["ViewActionSending"]),
    ]
  }
}

extension Diagnostic {
  /// The diagnostic in the form of a data file: its position, severity and message, then a line for each detail.
  ///
  /// A highlight of several lines is on one line, with `⏎` for each line break.
  fileprivate func lines(in context: BasicMacroExpansionContext) -> [String] {
    ["\(context.place(of: position, in: node)) \(diagMessage.severity): \(message)"]
      + highlights.map { "  highlight: \($0.trimmedDescription.replacing("\n", with: "⏎"))" }
      + notes.map { "  note at \(context.place(of: $0.position, in: $0.node)): \($0.message)" }
      + fixIts.map { "  fix-it: \($0.message.message)" }
  }
}

extension BasicMacroExpansionContext {
  /// Returns `line:column` of a position in a macro's node, which is detached from the source.
  fileprivate func place(of position: AbsolutePosition, in node: Syntax) -> String {
    let location = location(for: position, anchoredAt: node, fileName: "")
    return "\(location.line):\(location.column)"
  }

  /// Returns the offset in the source of a position in a macro's node.
  fileprivate func offset(of position: AbsolutePosition, in node: Syntax) -> Int {
    location(for: position, anchoredAt: node, fileName: "").offset
  }
}

/// A replacement of a range of UTF-8 offsets.
private struct Edit {
  let range: Range<Int>
  let text: String
}

extension FixIt.Change {
  /// Returns the edit of the source for the change of a macro's node.
  fileprivate func edit(in context: BasicMacroExpansionContext) -> Edit {
    guard case .replace(let old, let new) = self else {
      // The other kinds differ between the versions of swift-syntax, and no macro of the package uses them.
      preconditionFailure("Add the other kinds of changes here: \(self)")
    }
    let start = context.offset(of: old.position, in: old)
    return Edit(range: start..<context.offset(of: old.endPosition, in: old), text: new.description)
  }
}

extension String {
  /// Returns the text with all edits made. If two overlap, only the first is made, as in an editor.
  fileprivate func applying(_ edits: [Edit]) -> String {
    var made: [Edit] = []
    for edit in edits where !made.contains(where: { $0.range.overlaps(edit.range) }) {
      made.append(edit)
    }
    var bytes = Array(utf8)
    for edit in made.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
