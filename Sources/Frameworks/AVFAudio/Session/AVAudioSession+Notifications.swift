import SordinoPolicy
import SordinoSession
import Synchronization

/// Indicates whether an interruption begins or ends: a number of `AVAudioSession.InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// With an end: a number of `AVAudioSession.InterruptionOptions`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// With a beginning: a number of `AVAudioSession.InterruptionReason`.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// With a beginning that is reported late, because the program was suspended: true.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// A number of `AVAudioSession.RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The `AVAudioSessionRouteDescription` from before.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// A number of `AVAudioSession.SilenceSecondaryAudioHintType`.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

extension AVAudioSession {
    /// Posted on the main queue when an interruption begins or ends.
    public class var interruptionNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionInterruptionNotification")
    }

    /// Posted on a secondary thread when the session's route has changed.
    public class var routeChangeNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionRouteChangeNotification")
    }

    /// Posted on the main queue when the media services are gone.
    public class var mediaServicesWereLostNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionMediaServicesWereLostNotification")
    }

    /// Posted on the main queue when the media services are back: all players, recorders and engines have to be made
    /// again.
    public class var mediaServicesWereResetNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")
    }

    /// Posted on the main queue to active programs in the foreground when others begin or end sound that should be
    /// alone.
    public class var silenceSecondaryAudioHintNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionSilenceSecondaryAudioHintNotification")
    }

    /// Posted on the main queue when `availableInputs` has changed.
    public class var availableInputsChangeNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionAvailableInputsChangeNotification")
    }
}

/// With a change of the rendering mode: a number of `AVAudioSession.RenderingMode`.
public let AVAudioSessionRenderingModeNewRenderingModeKey = "AVAudioSessionRenderingModeNewRenderingModeKey"
/// With a change of the spatial playback capabilities: whether spatial audio is on.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"

/// Posts notifications of Foundation for the session's notifications.
final class SessionNotificationPoster: Sendable {
    private struct Held { weak var session: AVAudioSession? }
    private let held = Mutex(Held())

    var session: AVAudioSession? {
        get { held.withLock { $0.session } }
        set { held.withLock { [newValue] held in held.session = newValue } }
    }

    func post(_ notification: SessionNotification) {
        guard let session else { return }
        session.earlyDelegate.hear(notification)
        if let (name, userInfo) = session.foundationNotification(for: notification) {
            NotificationCenter.default.postFromAnywhere(name: name, object: session, userInfo: userInfo)
        }
        // The same under the names that the SDK of 2026 adds.
        switch notification {
        case .interruptionBegan(let reason, _):
            session.postInactive(.system, reason)
        case .interruptionEnded(let shouldResume):
            session.postRecommendation(shouldResume ? .shouldResume : .shouldNotResume)
        case .routeChanged, .silenceSecondaryAudioHint, .mediaServicesLost, .mediaServicesReset, .recordPermission,
            .outputVolume, .promptStyle, .inputAvailable, .availableInputsChanged, .remoteCommand, .outputMuted,
            .inputMuted, .unmuteIntended, .renderingMode, .renderingCapabilitiesChanged, .spatialAudio,
            .microphoneInjectionPermission, .microphoneInjectionAvailable, .libraryPermission:
            break
        }
    }

    func post(_ activity: SessionActivity) {
        guard let session else { return }
        switch activity {
        case .becameActive: session.postActive()
        case .becameInactive(byProgram: true): session.postInactive(.app, nil)
        case .becameInactive(byProgram: false): session.postInactive(.system, .appWasSuspended)
        }
    }
}

extension AVAudioSession {
    /// Returns the name and the user info of a notification; nil for changes that programs observe as properties.
    func foundationNotification(
        for notification: SessionNotification
    ) -> (NSNotification.Name, [AnyHashable: Any]?)? {
        switch notification {
        case .interruptionBegan(let reason, let wasSuspended):
            var info: [AnyHashable: Any] = [
                AVAudioSessionInterruptionTypeKey: NSNumber(value: InterruptionType.began.rawValue),
                AVAudioSessionInterruptionReasonKey: NSNumber(value: reason.rawValue),
            ]
            if wasSuspended { info[AVAudioSessionInterruptionWasSuspendedKey] = NSNumber(value: true) }
            return (Self.interruptionNotification, info)
        case .interruptionEnded(let shouldResume):
            let options: InterruptionOptions = shouldResume ? .shouldResume : []
            return (
                Self.interruptionNotification,
                [
                    AVAudioSessionInterruptionTypeKey: NSNumber(value: InterruptionType.ended.rawValue),
                    AVAudioSessionInterruptionOptionKey: NSNumber(value: options.rawValue),
                ]
            )
        case .routeChanged(let reason, let previous):
            let route = AVAudioSessionRouteDescription(
                previous, selections: snapshot.selectedDataSources, client: client)
            return (
                Self.routeChangeNotification,
                [
                    AVAudioSessionRouteChangeReasonKey: NSNumber(value: reason.rawValue),
                    AVAudioSessionRouteChangePreviousRouteKey: route,
                ]
            )
        case .silenceSecondaryAudioHint(let begin):
            let type: SilenceSecondaryAudioHintType = begin ? .begin : .end
            return (
                Self.silenceSecondaryAudioHintNotification,
                [AVAudioSessionSilenceSecondaryAudioHintTypeKey: NSNumber(value: type.rawValue)]
            )
        case .mediaServicesLost: return (Self.mediaServicesWereLostNotification, nil)
        case .mediaServicesReset: return (Self.mediaServicesWereResetNotification, nil)
        case .availableInputsChanged: return (Self.availableInputsChangeNotification, nil)
        case .outputMuted(let isMuted):
            return (Self.outputMuteStateChangeNotification, [Self.muteStateKey: NSNumber(value: isMuted)])
        case .unmuteIntended: return (Self.userIntentToUnmuteOutputNotification, nil)
        case .renderingMode(let mode):
            return (
                Self.renderingModeChangeNotification,
                [AVAudioSessionRenderingModeNewRenderingModeKey: NSNumber(value: mode.rawValue)]
            )
        case .renderingCapabilitiesChanged: return (Self.renderingCapabilitiesChangeNotification, nil)
        case .spatialAudio(let isEnabled):
            return (
                Self.spatialPlaybackCapabilitiesChangedNotification,
                [AVAudioSessionSpatialAudioEnabledKey: NSNumber(value: isEnabled)]
            )
        case .microphoneInjectionAvailable(let isAvailable):
            return (
                Self.microphoneInjectionCapabilitiesChangeNotification,
                [AVAudioSessionMicrophoneInjectionIsAvailableKey: NSNumber(value: isAvailable)]
            )
        case .recordPermission, .outputVolume, .promptStyle, .inputAvailable, .remoteCommand, .inputMuted,
            .microphoneInjectionPermission, .libraryPermission:
            return nil
        }
    }
}
