"""What a single line shows: names and attributes that Linux has not, each with its remedy."""
import re


class Rule:
    """A pattern of code and its remedy; `made` turns a match into what the patch writes instead."""

    def __init__(self, pattern, remedy, made=None, calls=False):
        self.pattern = re.compile(pattern, re.MULTILINE)
        self.remedy = remedy
        self.made = made
        self.names = calls  # whether a package's own declaration of the name is another thing


def named(names, remedy, made=None):
    return Rule(rf"(?<![\w.`#@])(?:{names})(?![\w`])", remedy, made, calls=True)


NO_SELECTORS = "no selectors: a closure (addObserver(forName:object:queue:using:), Timer with a block, addTarget { … })"
FOUNDATION = "not in Foundation on Linux: "
VIEWS = "no views on Linux: keep it behind `#if canImport({0})`"

RULES = [
    Rule(r"@objc\s+(?:\w+\s+)*protocol\b", "there is no Objective-C: `protocol …: AnyObject`, optional members with a default in an extension"),
    Rule(r"@objc\s+optional\b|\boptional\s+(?:func|var)\b", "no optional members: give them a default in an extension of the protocol"),
    Rule(r"@IBAction\b|@IBOutlet\b|@IBInspectable\b|@IBDesignable\b|@NSManaged\b|@GKInspectable\b|@NSApplicationMain\b|@UIApplicationMain\b",
         "there is no Objective-C and no interface builder: behind `#if canImport(ObjectiveC)`, with its declaration"),
    Rule(r"\bobserveValue\(\s*forKeyPath\b", "nothing is observed by strings: observe(\\.property) with a closure, which players, items and the session have"),
    Rule(r"\.?\b(?:add|remove)Observer\(\s*[\w.!?]+\s*,\s*forKeyPath\b|keyValueObservingExpectation\(",
         "nothing is observed by strings: observe(\\.property) with a closure, and invalidate() on what it returns"),
    Rule(r"#keyPath\b", "no key paths as strings: observe(\\.property), or the string itself"),
    Rule(r"(?<![\w.])Selector\(|\bNSSelectorFromString\(|\bNSStringFromSelector\(", NO_SELECTORS),
    Rule(r"\bDispatchSource\.DispatchSourceHandler\b", "on Linux the type has no name: () -> Void", "(() -> Void)"),
    Rule(r"\.(?:perform|responds|cancelPreviousPerformRequests)\((?:to:|withTarget:|#selector|Selector|NSSelector)",
         "no selectors: call the method, or DispatchQueue.main.asyncAfter(deadline:)"),
    Rule(r"\.setValue\([^()]*,\s*forKey(?:Path)?:|\.value\(forKey(?:Path)?:", "no values by their key's string: the property, or set(_:forKey:) of UserDefaults"),
    Rule(r"\.publisher\(\s*for:", "Combine is not on Linux: an observer with a closure, or notifications(named:)"),
    Rule(r"@Published\b|\bObservableObject\b|\b(?:AnyCancellable|AnyPublisher|PassthroughSubject|CurrentValueSubject|ObservableObjectPublisher|"
         r"objectWillChange)\b|\bTimer\.publish\(", "Combine is not on Linux: closures, AsyncStream, `@Observable`, or the package OpenCombine"),
    Rule(r"\bUnmanaged\.passUnretained\((?!\w+\(\) as)[^()]*(?:\([^()]*\)[^()]*)*\bas CF(?:URL|String|Dictionary|Array|Data|Number)\)",
         "the cast makes an object that is gone at the end of the expression: keep it in a constant, and `withExtendedLifetime` it"),
    named(r"autoreleasepool(?=\s*(?:\{|\())", "not on Linux: call the body as it is"),
    Rule(r"\bDispatchQueue\.main\.async\b.{0,400}\bRunLoop\b", "main queue and run loop: run one of them"),
    named(r"CACurrentMediaTime\(\)", "not on Linux: the same clock is ProcessInfo.processInfo.systemUptime", "ProcessInfo.processInfo.systemUptime"),
    named(r"CFAbsoluteTimeGetCurrent\(\)", FOUNDATION + "Date().timeIntervalSinceReferenceDate is the same number", "Date().timeIntervalSinceReferenceDate"),
    named(r"NSInteger", "not on Linux: Int is the same", "Int"),
    named(r"NSUInteger", "not on Linux: UInt is nearest", "UInt"),
    named(r"CADisplayLink|CALayer|CAAnimation\w*|CATransaction|CAShapeLayer|CAGradientLayer|CVDisplayLink\w*|CVPixelBuffer\w*|CVImageBuffer",
          "no pictures on Linux: a timer for their clock, else behind `#if canImport(QuartzCore)`"),
    named(r"vImage\w*|BNNS\w*|simd_\w+|LinearAlgebra", "not in this Accelerate"),
    named(r"AudioHardware(?:Create|Destroy)ProcessTap|CATapDescription|kAudioTapProperty\w+|kAudioSubTap\w+|kAudioAggregateDeviceTap\w+", "no program hears another's sound here"),
    named(r"AVPlayerLayer|AVPlayerViewController|AVPlayerView|AVPictureInPicture\w+|AVCaptureVideo\w+|AVLayerVideoGravity|AVRoutePickerView"
          r"|AVPlayerItemVideoOutput|AVAssetImageGenerator|AVVideoComposition|AVCapturePhoto\w*|MPVolumeView",
          "no pictures and views on Linux: keep it behind `#if !os(Linux)`"),
    named(r"UI(?:Application|Device|Image(?:View)?|View(?:Controller)?|Color|Screen|Window|Button|Label|Slider|Event|Responder|Font|Alert\w+|Table\w+"
          r"|Collection\w+|Navigation\w+|Storyboard|Touch|Gesture\w*|BezierPath|BackgroundTask\w*|Graphics\w+|Impact\w+|Scene\w*|Key\w*|Picker\w*"
          r"|Stack\w*|Switch|TextField|TextView|TabBar\w*|Bar\w*|Progress\w*|Activity\w*|Segmented\w*|Scroll\w*|Trait\w*|EdgeInsets|Pasteboard)",
          VIEWS.format("UIKit")),
    named(r"NS(?:Image(?:View)?|View(?:Controller)?|Application(?:Delegate)?|Color|Screen|Window\w*|Workspace|Font|Event|Button|TextField|MenuItem"
          r"|Menu|StatusBar|StatusItem|Pasteboard|RunningApplication|Alert|Panel|OpenPanel|SavePanel|Cursor|BezierPath|TrackingArea|Slider|Popover|Storyboard|Responder)",
          VIEWS.format("AppKit")),
    Rule(r"\b(?:struct|class)\s+\w+\s*(?:<[^>]{0,500}>)?\s*:[^{]{0,1000}\b(?:View|App|Scene|ViewModifier|ButtonStyle|UIViewRepresentable|NSViewRepresentable|PreviewProvider|Shape)\b"
         r"\s*[,{]|\bsome\s+(?:View|Scene)\b|@(?:State|StateObject|ObservedObject|EnvironmentObject|Environment|Binding|ViewBuilder|AppStorage)\b"
         r"|^[ \t]*#Preview\b", VIEWS.format("SwiftUI")),
    named(r"WKInterfaceDevice|WKExtension\w*|WKWebView|WKUserContentController|WKScriptMessage\w*|WKNavigation\w*", "not on Linux: keep it behind the condition of its import"),
    named(r"NSSetUncaughtExceptionHandler|NSGetUncaughtExceptionHandler|NSHashTable|NSMapTable|NSPointerArray|NSException|NSUserActivity|NSFileCoordinator|NSFilePresenter|NSMetadataQuery|NSUbiquitousKeyValueStore"
          r"|NSXPC\w+|UndoManager|DistributedNotificationCenter|NSLinguisticTagger|NSAppleScript|RelativeDateTimeFormatter|NSItemProvider"
          r"|ListFormatter|MeasurementFormatter|DateComponentsFormatter|EnergyFormatter|LengthFormatter|MassFormatter|NSURLConnection",
          FOUNDATION + "a type of the standard library, or keep it behind `#if canImport(ObjectiveC)`"),
    Rule(r"\bNS(?:Predicate|Expression)\(\s*format:", FOUNDATION + "a closure, or NSPredicate(block:)"),
    named(r"applyingTransform(?=\()", FOUNDATION + "folding(options:locale:) for marks over letters"),
    Rule(r"\bString\(\s*localized:", FOUNDATION + "NSLocalizedString"),
    Rule(r"(?<=\.)(?:isLowPowerModeEnabled|thermalState|performExpiringActivity)\b|(?<=\.)(?:beginActivity|containerURL)\((?:options|forSecurity)"
         r"|forUbiquityContainerIdentifier:", FOUNDATION + "nothing on Linux has this value; keep it behind `#if canImport(ObjectiveC)`",
         calls=True),
    named(r"objc_(?:sync_enter|sync_exit|getAssociatedObject|setAssociatedObject|getClass|allocateClassPair)|OBJC_ASSOCIATION_\w+|class_\w+|method_\w+|sel_\w+|object_\w+",
          "no Objective-C runtime: NSLock or Mutex for locks, a stored property for associated objects"),
    named(r"OSAtomic\w+|OSMemoryBarrier|OSSpinLock\w*", "not on Linux: Atomic of the module Synchronization"),
    named(r"mach_task_self_?|task_info|task_threads|host_(?:info|statistics)\w*|mach_(?:wait_until|continuous_time|thread_self|msg_type_number_t|task_basic_info\w*)"
          r"|thread_policy_set|sysctlbyname|clock_gettime_nsec_np|CLOCK_UPTIME_RAW|pthread_set_qos_class_self_np|QOS_CLASS_\w+|vm_\w+|malloc_size"
          r"|MAXPATHLEN|proc_name|proc_pidpath|proc_pidinfo|getprogname",
          "of Darwin: on Linux /proc/self, clock_gettime or nanosleep, behind `#if canImport(Darwin)`"),
    Rule(r"\b(?:sa|ss|sin6?|sdl)_len\b", "Linux has no such field: without it"),
    Rule(r"\bpthread_setname_np\(\s*[^,()]*\)", "takes the thread first on Linux: pthread_setname_np(pthread_self(), name)"),
    named(r"strlcpy|strlcat|arc4random_stir|exp10f?|__sincosf?|__exp10f?|__cospif?|__sinpif?", "not in this C library: strncpy; pow(10, x); sin and cos"),
    named(r"Sec[A-Z]\w+|errSec\w+|kSec\w+|CC_(?:MD5|SHA\w+)\w*", "no Security and CommonCrypto on Linux: SystemRandomNumberGenerator, swift-crypto, a file"),
    named(r"UTType\w*|kUTType\w+|UTTag\w*", "not on Linux: a file's extension, or AVFileType"),
    Rule(r"\.contentTypeKey\b|\.typeIdentifierKey\b", FOUNDATION + "the file's extension"),
    named(r"AVAudioSession(?:Category|Mode)[A-Z]\w+", "its name before Swift 4.2: a member of AVAudioSession.Category or AVAudioSession.Mode",
          lambda name: re.sub(r"^AVAudioSession(Category|Mode)(\w)", lambda part: f"AVAudioSession.{part[1]}.{part[2].lower()}", name)),
    Rule(r"(?<=\.)AVAudioSession(?:Interruption|RouteChange|MediaServicesWere\w+|SilenceSecondary\w+)\b",
         "its name before Swift 4.2: a member of AVAudioSession, such as interruptionNotification"),
    named(r"CF(?:Release|Retain|GetTypeID|\w+GetTypeID|StringCreate\w+|StringGetC\w+|URLCreate\w+|SwapInt\w+|ByteOrder\w+|NumberGet\w+|BooleanGet\w+|Bag\w+|Set\w+)"
          r"|kCFBundle\w+Key|kCFBoolean(?:True|False)|kCFNull|CFBoolean(?=\W)|CFUUID\w*|CFNotificationCenter\w*|CFMachPort\w*|CFPreferences\w*|CFBundle\w*",
          "of Core Foundation, whose types are Foundation's here: the class's own member, or import CoreFoundation"),
    named(r"CGImage\w*|CGContext\w*|CGColor\w*|CGPath\w*|CGMutablePath|CGGradient|CGFont|CGLineCap|CGLineJoin|CGBlendMode|CGImageAlphaInfo|CGInterpolationQuality|CIImage|CIFilter|CIContext|MTL\w+|ML(?:Model|Compute|Feature|MultiArray|Predict)\w*",
          "no such framework on Linux: keep it behind the condition of its import"),
    named(r"SFSpeech\w+|SNAudio\w+|SNClassif\w+|CXCall\w*|CXProvider\w*|CTCall\w*|CTTelephony\w*|INInteraction|UNUserNotification\w+|UNNotification\w+|PHPicker\w*"
          r"|ATTracking\w+|ASIdentifierManager|NWPathMonitor|NWConnection|NWListener|CLLocation\w*|ActivityAttributes|SKStore\w+",
          "no such framework on Linux: keep it behind the condition of its import"),
    named(r"UniChar|UniCharCount|ByteCount|SInt(?:8|16|32|64)|Fixed|Str255|OptionBits|ItemCount", "of Mac OS: the integer of the same size"),
]
MAKES_VIEWS = re.compile(r"\bsome\s+View\b|@(?:State|StateObject|ObservedObject|EnvironmentObject|ViewBuilder|Binding)\b|->\s*AnyView\b")
VIEWS = [
    ("SwiftUI", re.compile(r"\b(?:View|App|Scene|Commands|ToolbarContent|ViewModifier|(?:Button|Toggle|Label|Text|List|Menu|Gauge|Progress\w*)Style"
                           r"|PreviewProvider|Shape|Color|Font|Image|Binding|EnvironmentKey|EnvironmentValues|PreferenceKey|Animatable"
                           r"|(?:UI|NS)View(?:Controller)?Representable)\b")),
    ("UIKit", re.compile(r"\bUI[A-Z]\w+")),
    ("AppKit", re.compile(r"\bNS(?:View|Window|Application|Table|Outline|Panel|Menu|Text|Button|Control|Responder|Color|Image|Font|Workspace|Screen)\w*")),
    ("WatchKit", re.compile(r"\bWK[A-Z]\w+")),
]
OBJC = re.compile(r"@objc(?:Members)?(?:\([\w:]*\))?(?![\w])[ \t]*")
STDOUT = re.compile(r"\bfflush\(\s*std(?:out|err)\b|\bsetbuf\(\s*stdout|\bset(?:line|v)buf\(\s*stdout|\bfputs\([^)]{0,1000},\s*std(?:out|err)\)|\bfprintf\(\s*stderr")
STDOUT_REMEDY = "stdout and stderr are variables here, which Swift 6 refuses: FileHandle.standardOutput, or fflush(nil)"
