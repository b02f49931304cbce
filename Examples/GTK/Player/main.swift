// gtk-player FILE: a window of GTK 4 with a button and a label, which plays a file and shows what becomes of it. Notifications of the
// session and calls of the delegate arrive under `g_application_run`. Each text of the label is also printed, so that a script
// can follow it.
import AVFAudio
import CGTK

@MainActor
final class PlayerWindow: NSObject, AVAudioPlayerDelegate {
    private let player: AVAudioPlayer
    private let label: UnsafeMutablePointer<GtkWidget>
    private let button: UnsafeMutablePointer<GtkWidget>
    private var wasInterrupted = false
    private var observer: (any NSObjectProtocol)?

    init(_ application: UnsafeMutablePointer<GtkApplication>, playing file: URL) throws {
        player = try AVAudioPlayer(contentsOf: file)
        label = gtk_label_new("")
        button = gtk_button_new_with_label("Play")
        super.init()
        player.delegate = self

        let window: UnsafeMutablePointer<GtkWindow> = cast(gtk_application_window_new(application))
        let box: UnsafeMutablePointer<GtkWidget> = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
        gtk_box_append(cast(box), label)
        gtk_box_append(cast(box), button)
        gtk_window_set_title(window, file.lastPathComponent)
        gtk_window_set_default_size(window, 280, 100)
        gtk_window_set_child(window, box)
        let clicked: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { _, window in
            guard let window else { return }
            let player = Unmanaged<PlayerWindow>.fromOpaque(window).takeUnretainedValue()
            // GTK calls on the main thread.
            MainActor.assumeIsolated { player.toggle() }
        }
        g_signal_connect_data(
            button, "clicked", unsafeBitCast(clicked, to: GCallback.self), Unmanaged.passUnretained(self).toOpaque(),
            nil, GConnectFlags(rawValue: 0))

        let session = AVAudioSession.sharedInstance()
        observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: session, queue: .main
        ) { [weak self] notification in
            let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            let options = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
            MainActor.assumeIsolated {
                self?.interrupted(
                    began: type == AVAudioSession.InterruptionType.began.rawValue,
                    shouldResume: AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume))
            }
        }
        try session.setCategory(.playback)
        toggle()
        gtk_window_present(window)
    }

    private func toggle() {
        if player.isPlaying {
            player.pause()
            show("paused", "Play")
        } else {
            play()
        }
    }

    private func play() {
        do {
            try AVAudioSession.sharedInstance().setActive(true)
            guard player.play() else { return show("the player refuses", "Play") }
            show(wasInterrupted ? "playing again" : "playing", "Pause")
        } catch {
            show(error.localizedDescription, "Play")
        }
    }

    private func interrupted(began: Bool, shouldResume: Bool) {
        if began {
            wasInterrupted = true
            show("interrupted", "Play")
        } else if shouldResume {
            play()
        } else {
            show("paused after an interruption", "Play")
        }
    }

    nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        MainActor.assumeIsolated { show("finished", "Play") }
    }

    private func show(_ state: String, _ action: String) {
        gtk_label_set_text(OpaquePointer(label), state)
        gtk_button_set_label(cast(button), action)
        FileHandle.standardOutput.write(Data("label: \(state)\n".utf8))
    }
}

/// The same object as its subclass or superclass; GTK's makers of widgets return no null.
func cast<Object, Kind>(_ object: UnsafeMutablePointer<Object>) -> UnsafeMutablePointer<Kind> {
    UnsafeMutableRawPointer(object).assumingMemoryBound(to: Kind.self)
}

func stop(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("gtk-player: \(sentence)\n".utf8))
    exit(1)
}

guard CommandLine.arguments.count == 2 else { stop("usage: gtk-player FILE") }
let file = URL(fileURLWithPath: CommandLine.arguments[1])
guard gtk_init_check() != 0 else { stop("there is no display; under a script: xvfb-run gtk-player FILE") }

/// Lives as long as the program.
var window: PlayerWindow?

guard let application = gtk_application_new("org.sordino.GTKPlayer", G_APPLICATION_NON_UNIQUE) else {
    stop("GTK makes no application")
}
let activated: @convention(c) (UnsafeMutablePointer<GtkApplication>?, UnsafeMutableRawPointer?) -> Void = {
    application, _ in
    guard let application else { return }
    MainActor.assumeIsolated {
        do {
            window = try PlayerWindow(application, playing: file)
        } catch {
            stop("\(file.path): \(error.localizedDescription)")
        }
    }
}
g_signal_connect_data(
    application, "activate", unsafeBitCast(activated, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
exit(g_application_run(cast(application), 0, nil))
