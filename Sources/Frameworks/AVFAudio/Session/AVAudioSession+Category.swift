// The values that the session has in common with the rooms below, under Apple's names.
@_exported import enum SordinoVocabulary.SessionVocabulary

extension AVAudioSession {
    /// The use that a program makes of sound.
    public typealias Category = SessionVocabulary.Category
    /// A refinement of the category.
    public typealias Mode = SessionVocabulary.Mode
    /// The kind of a port.
    public typealias Port = SessionVocabulary.Port
    /// Options that modify the behaviour of a category.
    public typealias CategoryOptions = SessionVocabulary.CategoryOptions
    /// The way in which a session shares its route with other programs.
    public typealias RouteSharingPolicy = SessionVocabulary.RouteSharingPolicy
    /// The reason for which the route changed.
    public typealias RouteChangeReason = SessionVocabulary.RouteChangeReason
    /// The reason for which an interruption began.
    public typealias InterruptionReason = SessionVocabulary.InterruptionReason
    /// The way in which multichannel content is rendered on the present route.
    public typealias RenderingMode = SessionVocabulary.RenderingMode
    /// The desired length of spoken prompts.
    public typealias PromptStyle = SessionVocabulary.PromptStyle
    /// Indicates whether the program may record.
    public typealias RecordPermission = SessionVocabulary.RecordPermission
    /// The part of a program's sound that is added to the microphone of other programs' calls.
    public typealias MicrophoneInjectionMode = SessionVocabulary.MicrophoneInjectionMode
}
