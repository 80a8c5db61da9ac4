/// Marks a case of an enum with ``Reducer()`` as an alert, a dialog or another prompt: state that is removed by its
/// first action.
///
/// `@Reducer` recognizes `AlertState` and `ConfirmationDialogState` by name. Mark the case explicitly if the type
/// has another name. The actions of the case are then the nested type `Action` of the payload.
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

/// Marks the payload of a case of an enum with ``Reducer()`` as data instead of a feature.
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case edit(EditFeature)
///   @ReducerCaseIgnored case share(Document)
/// }
/// ```
///
/// The case has the action type `Never`. If the enum declares its own `Action` with a case of that name, that case's
/// payload is the action type, and the parent's reducer handles the actions.
///
/// Cases without a payload, with several values, or with a type that is not a plain name are data without this
/// macro.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "CounterpointMacros", type: "ReducerCaseIgnoredMacro")
