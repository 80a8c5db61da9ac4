/// Says that a case of an enum with ``Reducer()`` is an alert, a dialog or another prompt: data that goes away with the first
/// action of its own.
///
/// The macro `@Reducer` sees for itself that `AlertState` and `ConfirmationDialogState` are such data. Where the type goes by
/// another name, say so; the case's actions are the type's `Action` then.
///
/// ```swift
/// @Reducer
/// enum Destination {
///   @ReducerCaseEphemeral case question(DeletionAlert)
///
///   typealias DeletionAlert = AlertState<Answer>
///   enum Answer { case delete, keep }
/// }
/// ```
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "CounterpointMacros", type: "ReducerCaseEphemeralMacro")

/// Says that the payload of a case of an enum with ``Reducer()`` is data, and no feature.
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case edit(EditFeature)
///   @ReducerCaseIgnored case share(Document)
/// }
/// ```
///
/// Nothing can happen in such a case: its action is `Never`. Where the enum has an `Action` of its own with a case of that name,
/// the actions are those, and the parent's reducer handles them.
///
/// A case that has no payload, several values, or one of a type that is no plain name, is no feature anyway.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "CounterpointMacros", type: "ReducerCaseIgnoredMacro")
