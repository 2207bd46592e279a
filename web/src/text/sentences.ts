/* text/sentences - what the server says in whole sentences, in the page's other languages.
 *
 * The server speaks English. Each of its sentences is a form of the C sources with something filled in; a key here is
 * that form, %s for any text in it and %d for a number, and the words are Spanish, Italian and Persian. In them {1} is
 * the first thing that was filled in, {1:say} the same where it is a sentence or word of these tables, {1:list} where it
 * is "this or that", {1:setting} and {1:variant} where it is the name of one. A test holds the keys against the sources: one that is missing or no longer said fails it. */
export type Words = [es: string, it: string, fa: string];

export const sentences: Record<string, Words> = {
  /* In a match. */
  "it is not your turn": ["no te toca", "non tocca a te", "نوبت شما نیست"],
  "that is no move of yours now": [
    "ahora no puedes jugar eso",
    "ora non puoi giocare questo",
    "اکنون این حرکت شما نیست",
  ],
  "'%s' is no move of yours now": [
    "ahora no puedes jugar «{1}»",
    "ora non puoi giocare «{1}»",
    "اکنون «{1}» حرکت شما نیست",
  ],
  "the game has gone on meanwhile": [
    "la partida ha seguido mientras tanto",
    "nel frattempo la partita è andata avanti",
    "بازی در این میان پیش رفته است",
  ],
  "the match is over": ["la partida ha terminado", "la partita è finita", "بازی تمام شده است"],
  "the game is over": ["la partida ha terminado", "la partita è finita", "بازی تمام شده است"],
  "the match is not over yet": [
    "la partida aún no ha terminado",
    "la partita non è ancora finita",
    "بازی هنوز تمام نشده است",
  ],
  "the match is paused": ["la partida está en pausa", "la partita è in pausa", "بازی در مکث است"],
  "the match is not played here": [
    "esa partida no se juega aquí",
    "quella partita non si gioca qui",
    "آن بازی اینجا بازی نمی‌شود",
  ],
  "you are on turn, and these rules let nobody pass": [
    "te toca, y con estas reglas nadie pasa",
    "tocca a te, e con queste regole nessuno passa",
    "نوبت شماست، و با این قواعد کسی نوبت را رد نمی‌کند",
  ],
  "not all seats are taken": [
    "aún hay asientos libres",
    "ci sono ancora posti liberi",
    "هنوز صندلی خالی هست",
  ],
  "not all players are there yet": [
    "aún faltan jugadores",
    "mancano ancora giocatori",
    "هنوز همهٔ بازیکنان نیامده‌اند",
  ],
  "nobody can sit down there": [
    "nadie puede sentarse ahí",
    "lì non può sedersi nessuno",
    "کسی نمی‌تواند آنجا بنشیند",
  ],
  "nothing of that kind is offered": [
    "no hay tal oferta",
    "non c'è una tale offerta",
    "چنین پیشنهادی در کار نیست",
  ],
  "nothing is offered": ["no hay ninguna oferta", "non c'è nessuna offerta", "پیشنهادی در کار نیست"],
  "nothing is offered that could be declined": [
    "no hay oferta que rechazar",
    "non c'è offerta da rifiutare",
    "پیشنهادی نیست که رد شود",
  ],
  "that is offered already: the others have to answer": [
    "ya está ofrecido: falta la respuesta de los demás",
    "è già offerto: gli altri devono rispondere",
    "پیشنهاد شده است: دیگران باید پاسخ دهند",
  ],
  "dice that were rolled stay rolled: nothing is taken back here": [
    "los dados tirados, tirados están: aquí no se deshace nada",
    "i dadi tirati restano tirati: qui non si ritira nulla",
    "تاسِ ریخته را نمی‌توان پس گرفت",
  ],
  "there is no move of yours to take back": [
    "no hay jugada tuya que deshacer",
    "non c'è una tua mossa da ritirare",
    "حرکتی از شما نیست که پس گرفته شود",
  ],
  "%s cannot be asked: its %s protocol has no word for it": [
    "a {1:say} no se le puede preguntar: su protocolo ({2}) no tiene palabra para eso",
    "a {1:say} non si può chiedere: il suo protocollo ({2}) non ha parole per questo",
    "از {1:say} نمی‌توان پرسید: پروتکل آن ({2}) واژه‌ای برایش ندارد",
  ],
  "there is nothing to interrupt now": [
    "ahora no hay nada que interrumpir",
    "ora non c'è nulla da interrompere",
    "اکنون چیزی نیست که میانش بیایید",
  ],
  "there is nobody in that seat who could say it": [
    "en ese asiento no hay quien pueda decirlo",
    "in quel posto non c'è chi possa dirlo",
    "در آن صندلی کسی نیست که این را بگوید",
  ],
  "too much at once: say it again": [
    "demasiado a la vez: repítelo",
    "troppo insieme: ripetilo",
    "یک‌باره زیاد بود: دوباره بگویید",
  ],
  "watch the match with the token of a seat first": [
    "para eso hay que tener un asiento",
    "per questo serve un posto al tavolo",
    "برای این کار باید صندلی داشته باشید",
  ],
  "watch the match first": ["abre antes la partida", "apri prima la partita", "نخست بازی را باز کنید"],
  "that is no token of this match": [
    "ese enlace no es de esta partida",
    "quel link non è di questa partita",
    "این پیوند از این بازی نیست",
  ],
  "leave another match first": [
    "deja antes otra partida",
    "lascia prima un'altra partita",
    "نخست بازی دیگری را ترک کنید",
  ],
  "there is no match %d; 'damero matches' lists them": [
    "no existe la partida {1}",
    "la partita {1} non esiste",
    "بازی {1} نیست",
  ],

  /* Help by engines. */
  "while people play each other no engine helps; after the match it will": [
    "mientras juegan personas entre sí no ayuda ningún motor; después de la partida, sí",
    "finché giocano persone fra loro nessun motore aiuta; dopo la partita sì",
    "تا آدم‌ها با هم بازی می‌کنند موتوری کمک نمی‌کند؛ پس از بازی چرا",
  ],
  "where dice are hidden nothing is evaluated": [
    "mientras hay dados ocultos no se evalúa nada",
    "finché ci sono dadi nascosti non si valuta nulla",
    "تا تاس‌ها پنهان‌اند چیزی ارزیابی نمی‌شود",
  ],
  "there are odds in Perudo, while a bid is awaited": [
    "hay probabilidades en Perudo, mientras se espera una apuesta",
    "le probabilità ci sono nel Perudo, mentre si attende una dichiarazione",
    "احتمال‌ها در پرودو هستند، تا وقتی ادعایی در راه است",
  ],
  "wait for the answers to come": [
    "espera a que lleguen las respuestas",
    "aspetta che arrivino le risposte",
    "تا رسیدن پاسخ‌ها صبر کنید",
  ],
  "too many questions wait for an answer: ask again later": [
    "hay demasiadas preguntas en espera: pregunta más tarde",
    "troppe domande in attesa: chiedi più tardi",
    "پرسش‌های زیادی در انتظارند: کمی بعد بپرسید",
  ],
  "nobody is to move here": ["aquí no le toca a nadie", "qui non tocca a nessuno", "اینجا نوبت کسی نیست"],
  "nobody is to move in that position": [
    "en esa posición no le toca a nadie",
    "in quella posizione non tocca a nessuno",
    "در آن وضعیت نوبت کسی نیست",
  ],

  /* Beginning a match. */
  "%d matches are being played: no more for now": [
    "ya se juegan {1} partidas: por ahora no caben más",
    "si giocano già {1} partite: per ora basta",
    "{1} بازی در جریان است: فعلاً بیشتر نمی‌شود",
  ],
  "too many matches are begun: try again": [
    "se empiezan demasiadas partidas: inténtalo de nuevo",
    "si iniziano troppe partite: riprova",
    "بازی‌های زیادی آغاز می‌شود: دوباره تلاش کنید",
  ],
  "too many messages: 20 a second are fine": [
    "demasiados mensajes a la vez",
    "troppi messaggi insieme",
    "پیام‌ها بیش از اندازه بود",
  ],
  "seats on lines are for an arena that was started with --contest": [
    "las placas juegan en una arena iniciada con --contest",
    "le schede giocano in un'arena avviata con --contest",
    "بردها در میدانی بازی می‌کنند که با --contest راه افتاده باشد",
  ],
  "seats on lines are given from the server's own machine": [
    "las placas se sientan desde la máquina de la arena",
    "le schede si fanno sedere dalla macchina dell'arena",
    "بردها را از خود ماشین میدان می‌نشانند",
  ],
  "this arena was started without --contest: there are no lines here": [
    "esta arena se inició sin --contest: aquí no hay líneas",
    "quest'arena è stata avviata senza --contest: qui non ci sono linee",
    "این میدان بدون --contest راه افتاده است: خطی اینجا نیست",
  ],
  "a contest is led from the server's own machine": [
    "un torneo se dirige desde la máquina de la arena",
    "un torneo si conduce dalla macchina dell'arena",
    "مسابقه را از خود ماشین میدان می‌گردانند",
  ],
  "'%s' is no line": ["«{1}» no es una línea", "«{1}» non è una linea", "«{1}» خط نیست"],
  "too long": ["demasiado largo", "troppo lungo", "بیش از اندازه دراز"],
  "the seats' texts are too long": [
    "los textos de los asientos son demasiado largos",
    "i testi dei posti sono troppo lunghi",
    "متن‌های صندلی‌ها بیش از اندازه درازند",
  ],
  "%s has %d seats by these rules, not %d": [
    "{1:say}: con estas reglas hay {2} asientos, no {3}",
    "{1:say}: con queste regole i posti sono {2}, non {3}",
    "{1:say}: با این قواعد {2} صندلی دارد، نه {3}",
  ],
  "seat %d: %s": ["asiento {1}: {2:say}", "posto {1}: {2:say}", "صندلی {1}: {2:say}"],
  "move %d: %s": ["jugada {1}: {2:say}", "mossa {1}: {2:say}", "حرکت {1}: {2:say}"],
  "there is no engine for %s yet": [
    "aún no hay motor para {1:say}",
    "per {1:say} non c'è ancora un motore",
    "برای {1:say} هنوز موتوری نیست",
  ],
  "unknown engine '%s' for %s: there are: %s": [
    "motor desconocido «{1}» para {2:say}: hay {3}",
    "motore sconosciuto «{1}» per {2:say}: ci sono {3}",
    "موتور ناشناختهٔ «{1}» برای {2:say}: {3} هست",
  ],
  "unknown engine '%s' for %s: did you mean '%s'? (there are: %s)": [
    "motor desconocido «{1}» para {2:say}: ¿querías «{3}»? (hay {4})",
    "motore sconosciuto «{1}» per {2:say}: volevi «{3}»? (ci sono {4})",
    "موتور ناشناختهٔ «{1}» برای {2:say}: منظور «{3}» بود؟ ({4} هست)",
  ],
  "unknown level '%s': there are: %s": [
    "nivel desconocido «{1}»: hay {2}",
    "livello sconosciuto «{1}»: ci sono {2}",
    "سطح ناشناختهٔ «{1}»: {2} هست",
  ],
  "unknown level '%s': did you mean '%s'? (there are: %s)": [
    "nivel desconocido «{1}»: ¿querías «{2}»? (hay {3})",
    "livello sconosciuto «{1}»: volevi «{2}»? (ci sono {3})",
    "سطح ناشناختهٔ «{1}»: منظور «{2}» بود؟ ({3} هست)",
  ],

  /* Settings. */
  "unknown game '%s': there are: %s": [
    "juego desconocido «{1}»: hay {2}",
    "gioco sconosciuto «{1}»: ci sono {2}",
    "بازی ناشناختهٔ «{1}»: {2} هست",
  ],
  "unknown game '%s': did you mean '%s'? (there are: %s)": [
    "juego desconocido «{1}»: ¿querías «{2}»? (hay {3})",
    "gioco sconosciuto «{1}»: volevi «{2}»? (ci sono {3})",
    "بازی ناشناختهٔ «{1}»: منظور «{2}» بود؟ ({3} هست)",
  ],
  "setting %s: '%s' is not one of: %s": [
    "{1:setting}: «{2}» no es ninguno de: {3}",
    "{1:setting}: «{2}» non è fra: {3}",
    "{1:setting}: «{2}» هیچ‌یک از این‌ها نیست: {3}",
  ],
  "setting %s: '%s' is not one of: %s (did you mean '%s'?)": [
    "{1:setting}: «{2}» no es ninguno de: {3} (¿querías «{4}»?)",
    "{1:setting}: «{2}» non è fra: {3} (volevi «{4}»?)",
    "{1:setting}: «{2}» هیچ‌یک از این‌ها نیست: {3} (منظور «{4}» بود؟)",
  ],
  "setting %s: '%s' is not a number from %d to %d": [
    "{1:setting}: «{2}» no es un número de {3} a {4}",
    "{1:setting}: «{2}» non è un numero da {3} a {4}",
    "{1:setting}: «{2}» عددی از {3} تا {4} نیست",
  ],
  "setting %s: '%s' is not a number from %d to %d, off or auto": [
    "{1:setting}: «{2}» no es un número de {3} a {4}, off ni auto",
    "{1:setting}: «{2}» non è un numero da {3} a {4}, né off né auto",
    "{1:setting}: «{2}» نه عددی از {3} تا {4} است، نه off و نه auto",
  ],
  "setting %s: '%s' is not ROWSxCOLUMNS with both from %d to %d, as in %s": [
    "{1:setting}: «{2}» no es FILASxCOLUMNAS, ambas de {3} a {4}, como {5}",
    "{1:setting}: «{2}» non è RIGHExCOLONNE, entrambe da {3} a {4}, come {5}",
    "{1:setting}: «{2}» به صورت سطرxستون با هر دو از {3} تا {4} نیست، مانند {5}",
  ],
  "setting %s: '%s...' is too long": [
    "{1:setting}: «{2}…» es demasiado largo",
    "{1:setting}: «{2}…» è troppo lungo",
    "{1:setting}: «{2}…» بیش از اندازه دراز است",
  ],
  "setting %s is given twice": [
    "{1:setting}: está dos veces",
    "{1:setting}: c'è due volte",
    "{1:setting}: دو بار آمده است",
  ],
  "unknown setting '%s': this game has none": [
    "ajuste desconocido «{1}»: este juego no tiene ninguno",
    "impostazione sconosciuta «{1}»: questo gioco non ne ha",
    "تنظیم ناشناختهٔ «{1}»: این بازی تنظیمی ندارد",
  ],
  "unknown setting '%s': there are: %s": [
    "ajuste desconocido «{1}»: hay {2}",
    "impostazione sconosciuta «{1}»: ci sono {2}",
    "تنظیم ناشناختهٔ «{1}»: {2} هست",
  ],
  "unknown setting '%s': did you mean '%s'? (there are: %s)": [
    "ajuste desconocido «{1}»: ¿querías «{2}»? (hay {3})",
    "impostazione sconosciuta «{1}»: volevi «{2}»? (ci sono {3})",
    "تنظیم ناشناختهٔ «{1}»: منظور «{2}» بود؟ ({3} هست)",
  ],
  "settings: '%s' has no key: write KEY=VALUE,KEY=VALUE": [
    "ajustes: a «{1}» le falta la clave: escribe CLAVE=VALOR,CLAVE=VALOR",
    "impostazioni: a «{1}» manca la chiave: scrivi CHIAVE=VALORE,CHIAVE=VALORE",
    "تنظیم‌ها: «{1}» کلید ندارد: بنویسید KEY=VALUE,KEY=VALUE",
  ],
  "settings: '%s' has no value: write %s=VALUE": [
    "ajustes: a «{1}» le falta el valor: escribe {2}=VALOR",
    "impostazioni: a «{1}» manca il valore: scrivi {2}=VALORE",
    "تنظیم‌ها: «{1}» مقدار ندارد: بنویسید {2}=VALUE",
  ],
  "settings: '%s=' has no value after it": [
    "ajustes: tras «{1}=» falta el valor",
    "impostazioni: dopo «{1}=» manca il valore",
    "تنظیم‌ها: پس از «{1}=» مقداری نیست",
  ],
  "settings: a comma is missing before '%s'": [
    "ajustes: falta una coma antes de «{1}»",
    "impostazioni: manca una virgola prima di «{1}»",
    "تنظیم‌ها: پیش از «{1}» ویرگول نیست",
  ],
  "settings: nothing after the last comma": [
    "ajustes: no hay nada tras la última coma",
    "impostazioni: non c'è nulla dopo l'ultima virgola",
    "تنظیم‌ها: پس از ویرگول آخر چیزی نیست",
  ],
  "profile=lab is the laboratory's Spanish board: it does not go with variant=%s": [
    "la placa de laboratorio juega a las damas españolas, no con la variante {1:variant}",
    "la scheda di laboratorio gioca alla dama spagnola, non con la variante {1:variant}",
    "برد آزمایشگاه دامای اسپانیایی بازی می‌کند، نه گونهٔ {1:variant}",
  ],
  "convention K is counted with profile=official only": [
    "la convención K solo se cuenta con captura obligatoria",
    "la convenzione K si conta solo con presa obbligatoria",
    "شمارش K تنها با زدن اجباری است",
  ],
  "size=1x1,border=swedish leaves no line to draw": [
    "con 1x1 y todo el borde no queda línea que trazar",
    "con 1x1 e tutto il bordo non resta linea da tracciare",
    "با 1x1 و همهٔ لبه خطی برای کشیدن نمی‌ماند",
  ],
  "setting dice: '%s' is for more than %d players": [
    "dados: «{1}» es para más de {2} jugadores",
    "dadi: «{1}» è per più di {2} giocatori",
    "تاس‌ها: «{1}» برای بیش از {2} بازیکن است",
  ],
  "setting dice: '%s' is not a number from 1 to %d, or one for each player as in 5+5+3": [
    "dados: «{1}» no es un número de 1 a {2}, ni uno por jugador como 5+5+3",
    "dadi: «{1}» non è un numero da 1 a {2}, né uno per giocatore come 5+5+3",
    "تاس‌ها: «{1}» نه عددی از ۱ تا {2} است، نه یکی برای هر بازیکن مانند 5+5+3",
  ],
  "setting dice: '%s' after '%s': write 5, or 5+5+3": [
    "dados: «{1}» tras «{2}»: escribe 5, o 5+5+3",
    "dadi: «{1}» dopo «{2}»: scrivi 5, o 5+5+3",
    "تاس‌ها: «{1}» پس از «{2}»: بنویسید 5 یا 5+5+3",
  ],
  "setting dice: '%s' is for %d players, but players=%d": [
    "dados: «{1}» es para {2} jugadores, pero juegan {3}",
    "dadi: «{1}» è per {2} giocatori, ma giocano in {3}",
    "تاس‌ها: «{1}» برای {2} بازیکن است، اما {3} نفر بازی می‌کنند",
  ],
  "setting first: there is no seat %d, only %d": [
    "primer asiento: no hay asiento {1}, solo {2}",
    "primo posto: non c'è il posto {1}, solo {2}",
    "صندلی نخست: صندلی {1} نیست، تنها {2} تا هست",
  ],

  /* Lines. */
  "'%s' is no seat: there are me, engine[:LEVEL|:TIME], program:COMMAND, serial:DEVICE[@BAUD], pty, tcp:HOST:PORT and listen:[HOST:]PORT":
    [
      "«{1}» no es un asiento: hay engine, serial:DISPOSITIVO[@BAUDIOS], pty, tcp:MÁQUINA:PUERTO y listen:[MÁQUINA:]PUERTO",
      "«{1}» non è un posto: ci sono engine, serial:DISPOSITIVO[@BAUD], pty, tcp:MACCHINA:PORTA e listen:[MACCHINA:]PORTA",
      "«{1}» صندلی نیست: engine، serial:DEVICE[@BAUD]، pty، tcp:HOST:PORT و listen:[HOST:]PORT هست",
    ],
  "'%s' is no link: there are serial:DEVICE[@BAUD], pty, tcp:HOST:PORT, listen:[HOST:]PORT and program:COMMAND":
    [
      "«{1}» no es un enlace: hay serial:DISPOSITIVO[@BAUDIOS], pty, tcp:MÁQUINA:PUERTO y listen:[MÁQUINA:]PUERTO",
      "«{1}» non è un collegamento: ci sono serial:DISPOSITIVO[@BAUD], pty, tcp:MACCHINA:PORTA e listen:[MACCHINA:]PORTA",
      "«{1}» اتصال نیست: serial:DEVICE[@BAUD]، pty، tcp:HOST:PORT و listen:[HOST:]PORT هست",
    ],
  "'%s' is unknown; there are +hub, +team, +cr and +crlf": [
    "«{1}» es desconocido; hay +hub, +team, +cr y +crlf",
    "«{1}» è sconosciuto; ci sono +hub, +team, +cr e +crlf",
    "«{1}» ناشناخته است؛ ‎+hub، ‎+team، ‎+cr و ‎+crlf هست",
  ],
  "'%s': +team asks a board of the Trax competition for its id": [
    "«{1}»: +team pide su identificador a una placa de la competición de Trax",
    "«{1}»: +team chiede l'identificativo a una scheda della gara di Trax",
    "«{1}»: ‎+team شناسهٔ برد مسابقهٔ ترکس را می‌پرسد",
  ],
  "a seat's text of more than %d bytes": [
    "el texto de un asiento tiene más de {1} bytes",
    "il testo di un posto ha più di {1} byte",
    "متن صندلی بیش از {1} بایت است",
  ],
  "serial:%s: '%s' is not a speed, as in serial:/dev/ttyUSB0@9600": [
    "{1}: «{2}» no es una velocidad, como 9600",
    "{1}: «{2}» non è una velocità, come 9600",
    "{1}: «{2}» سرعت نیست، مانند 9600",
  ],
  "serial: name a device, as in serial:/dev/ttyUSB0@9600": [
    "indica un dispositivo, como /dev/ttyUSB0",
    "indica un dispositivo, come /dev/ttyUSB0",
    "دستگاه را بنویسید، مانند /dev/ttyUSB0",
  ],
  "program: name a command, as in program:./player": [
    "indica una orden, como program:./player",
    "indica un comando, come program:./player",
    "فرمان را بنویسید، مانند program:./player",
  ],
  "serial:%s@%d: no such speed; there are 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1000000":
    ["{1}: no hay velocidad {2}", "{1}: non c'è la velocità {2}", "{1}: سرعت {2} نیست"],
  "serial:%s is in use by another program": [
    "{1} lo usa otro programa",
    "{1} è usato da un altro programma",
    "{1} را برنامهٔ دیگری به کار گرفته است",
  ],
  "serial:%s cannot be opened for us alone: %s": [
    "{1} no se puede abrir en exclusiva: {2:say}",
    "{1} non si può aprire in esclusiva: {2:say}",
    "{1} را نمی‌توان تنها برای خود باز کرد: {2:say}",
  ],
  "serial:%s is not a serial device": [
    "{1} no es un dispositivo serie",
    "{1} non è un dispositivo seriale",
    "{1} دستگاه سریال نیست",
  ],
  "serial:%s: cannot read its settings: %s": [
    "{1}: no se pueden leer sus ajustes: {2:say}",
    "{1}: non si possono leggere le impostazioni: {2:say}",
    "{1}: تنظیم‌هایش خوانده نمی‌شود: {2:say}",
  ],
  "serial:%s does not take %d baud 8N1": [
    "{1} no admite {2} baudios 8N1",
    "{1} non accetta {2} baud 8N1",
    "{1} سرعت {2} و 8N1 را نمی‌پذیرد",
  ],
  "serial:%s cannot be opened: %s ('damero ports' lists devices)": [
    "{1} no se puede abrir: {2:say}",
    "{1} non si può aprire: {2:say}",
    "{1} باز نمی‌شود: {2:say}",
  ],
  "no pseudo-terminal: %s": [
    "no hay pseudoterminal: {1:say}",
    "niente pseudoterminale: {1:say}",
    "شبه‌پایانه ساخته نشد: {1:say}",
  ],
  "%s:%s: write %s": ["{1}:{2}: escribe {3:list}", "{1}:{2}: scrivi {3:list}", "{1}:{2}: بنویسید {3:list}"],
  "tcp:%s: %s": ["{1}: {2:say}", "{1}: {2:say}", "{1}: {2:say}"],
  "listen:%s: %s": ["puerto {1}: {2:say}", "porta {1}: {2:say}", "درگاه {1}: {2:say}"],
  "program:%s cannot be started: %s": [
    "el programa {1} no arranca: {2:say}",
    "il programma {1} non parte: {2:say}",
    "برنامهٔ {1} راه نمی‌افتد: {2:say}",
  ],
  "nobody came to %s": ["nadie llegó a {1}", "nessuno è arrivato a {1}", "کسی به {1} نیامد"],
  "%s refused": ["{1} no quiso", "{1} ha rifiutato", "{1} نپذیرفت"],
  "seat %d speaks the %s protocol, which cannot take up a game that has begun": [
    "el asiento {1} habla el protocolo {2}, que no puede retomar una partida empezada",
    "il posto {1} parla il protocollo {2}, che non può riprendere una partita iniziata",
    "صندلی {1} پروتکل {2} دارد که نمی‌تواند بازی آغازشده را از سر گیرد",
  ],

  /* Engines and their levels. */
  "Principal-variation search with fitted patterns and endgame tables.": [
    "Búsqueda de variante principal, con patrones ajustados y tablas de finales.",
    "Ricerca della variante principale, con schemi tarati e tabelle dei finali.",
    "جست‌وجوی دنبالهٔ اصلی با الگوهای برازنده و جدول‌های پایانی.",
  ],
  "sees one move and often errs": [
    "ve una jugada y yerra a menudo",
    "vede una mossa e sbaglia spesso",
    "یک حرکت می‌بیند و بسیار خطا می‌کند",
  ],
  "sees captures coming, misses plans": [
    "ve venir las capturas, no los planes",
    "vede arrivare le prese, non i piani",
    "زدن‌ها را می‌بیند، نقشه‌ها را نه",
  ],
  "seven plies deep, hardly an error": [
    "siete medias jugadas, apenas un error",
    "sette semimosse, quasi nessun errore",
    "هفت نیم‌حرکت، کمتر خطایی",
  ],
  "twelve plies deep": ["doce medias jugadas", "dodici semimosse", "دوازده نیم‌حرکت"],
  "everything it has": ["todo lo que tiene", "tutto ciò che ha", "هرچه دارد"],
  "Proves forced wins by threats and searches by alpha-beta with tuned track weights.": [
    "Demuestra victorias forzadas con amenazas y busca con alfa-beta y pesos ajustados.",
    "Dimostra vittorie forzate con minacce e cerca con alfa-beta e pesi tarati.",
    "بردهای اجباری را با تهدید ثابت می‌کند و با آلفا-بتا و وزن‌های تنظیم‌شده می‌جوید.",
  ],
  "sees what wins or loses at once, and often not that": [
    "ve lo que gana o pierde al momento, y a menudo ni eso",
    "vede ciò che vince o perde subito, e spesso nemmeno quello",
    "برد و باخت آنی را می‌بیند، و بسیار آن را هم نه",
  ],
  "looks two turns ahead, and errs": [
    "mira dos turnos adelante, y yerra",
    "guarda due turni avanti, e sbaglia",
    "دو نوبت پیش را می‌بیند و خطا می‌کند",
  ],
  "looks three turns ahead and proves short attacks": [
    "mira tres turnos adelante y demuestra ataques cortos",
    "guarda tre turni avanti e dimostra attacchi brevi",
    "سه نوبت پیش را می‌بیند و حمله‌های کوتاه را ثابت می‌کند",
  ],
  "looks five turns ahead and proves longer attacks": [
    "mira cinco turnos adelante y demuestra ataques más largos",
    "guarda cinque turni avanti e dimostra attacchi più lunghi",
    "پنج نوبت پیش را می‌بیند و حمله‌های بلندتر را ثابت می‌کند",
  ],
  "as deep as the time lets it": [
    "tan hondo como deje el tiempo",
    "tanto a fondo quanto il tempo permette",
    "تا جایی که وقت بگذارد",
  ],
  "Looks one turn ahead and counts threats and corners, as the co-design does.": [
    "Mira un turno adelante y cuenta amenazas y esquinas, como el codiseño.",
    "Guarda un turno avanti e conta minacce e angoli, come il co-design.",
    "یک نوبت پیش را می‌بیند و تهدیدها و گوشه‌ها را می‌شمارد، مانند هم‌طراحی.",
  ],
  "one turn ahead, by threats and corners, as the co-design plays": [
    "un turno adelante, por amenazas y esquinas, como juega el codiseño",
    "un turno avanti, per minacce e angoli, come gioca il co-design",
    "یک نوبت پیش، با تهدید و گوشه، چنان‌که هم‌طراحی بازی می‌کند",
  ],
  "Plays as the co-design does, through the registers of its accelerator.": [
    "Juega como el codiseño, a través de los registros de su acelerador.",
    "Gioca come il co-design, attraverso i registri del suo acceleratore.",
    "مانند هم‌طراحی بازی می‌کند، از راه ثبات‌های شتاب‌دهنده‌اش.",
  ],
  "on the accelerator's smallest board": [
    "en el tablero más pequeño del acelerador",
    "sul piano più piccolo dell'acceleratore",
    "روی کوچک‌ترین صفحهٔ شتاب‌دهنده",
  ],
  "on the board of the source's figures": [
    "en el tablero de las figuras de la fuente",
    "sul piano delle figure della fonte",
    "روی صفحهٔ شکل‌های منبع",
  ],
  "on the board that its future work asks for": [
    "en el tablero que pide su trabajo futuro",
    "sul piano che chiede il suo lavoro futuro",
    "روی صفحه‌ای که کار آینده‌اش می‌خواهد",
  ],
  "on the largest board": ["en el tablero más grande", "sul piano più grande", "روی بزرگ‌ترین صفحه"],
  "Plays rounds of two by tables of near-equilibria, larger tables from beliefs.": [
    "Juega las rondas de dos con tablas casi de equilibrio, y las mayores por lo que cree.",
    "Gioca i giri a due con tabelle quasi d'equilibrio, i più grandi per ciò che crede.",
    "دورهای دونفره را با جدول‌های نزدیک به تعادل بازی می‌کند، بزرگ‌ترها را از روی گمان.",
  ],
  "bids what it holds and doubts late": [
    "apuesta lo que tiene y duda tarde",
    "dichiara ciò che ha e dubita tardi",
    "آنچه دارد ادعا می‌کند و دیر شک می‌کند",
  ],
  "bids high and doubts soon": [
    "apuesta alto y duda pronto",
    "dichiara alto e dubita presto",
    "بلند ادعا می‌کند و زود شک می‌کند",
  ],
  "often bids what it does not hold": [
    "a menudo apuesta lo que no tiene",
    "spesso dichiara ciò che non ha",
    "بسیار آنچه ندارد ادعا می‌کند",
  ],
  "plays as well as it can": [
    "juega lo mejor que puede",
    "gioca meglio che può",
    "تا می‌تواند خوب بازی می‌کند",
  ],
  "The odds alone: doubts or bids, whichever is likelier to be right.": [
    "Solo la probabilidad: duda o apuesta, lo que más probablemente acierte.",
    "Solo la probabilità: dubita o dichiara, ciò che più probabilmente è giusto.",
    "تنها احتمال: شک یا ادعا، هر کدام که محتمل‌تر درست باشد.",
  ],
  "The board's first heuristic: doubts by a rule of thumb, bids what it holds.": [
    "La primera heurística de la placa: duda por regla general, apuesta lo que tiene.",
    "La prima euristica della scheda: dubita a occhio, dichiara ciò che ha.",
    "نخستین روش برد: با قاعدهٔ سرانگشتی شک می‌کند و آنچه دارد ادعا می‌کند.",
  ],
  "as it is": ["tal como es", "così com'è", "همان‌گونه که هست"],
  "Proves what it can, and grows a tree of playouts where it cannot.": [
    "Demuestra lo que puede, y donde no, hace crecer un árbol de partidas.",
    "Dimostra ciò che può, e dove non può fa crescere un albero di partite.",
    "آنچه را می‌تواند ثابت می‌کند، و آنجا که نه، درختی از بازی‌ها می‌رویاند.",
  ],
  "takes the boxes it sees, counts no chains, now and then gives one away": [
    "toma los cuadros que ve, no cuenta cadenas, de vez en cuando regala uno",
    "prende i quadrati che vede, non conta catene, ogni tanto ne regala uno",
    "خانه‌هایی را که می‌بیند می‌گیرد، زنجیره نمی‌شمارد، گاه یکی را می‌بخشد",
  ],
  "gives nothing away while it need not, then the shortest chain; always takes everything": [
    "no regala nada mientras puede, luego la cadena más corta; siempre lo toma todo",
    "non regala nulla finché può, poi la catena più corta; prende sempre tutto",
    "تا می‌شود چیزی نمی‌بخشد، سپس کوتاه‌ترین زنجیره؛ همیشه همه را می‌گیرد",
  ],
  "counts chains and knows the double-cross, looks a little ahead": [
    "cuenta cadenas y conoce el doble cruce, mira un poco adelante",
    "conta le catene e conosce la doppia croce, guarda un poco avanti",
    "زنجیره‌ها را می‌شمارد و ترفند دوتایی را می‌داند، اندکی پیش را می‌بیند",
  ],
  "fights for the number of chains early, plays endings well": [
    "lucha pronto por el número de cadenas, juega bien los finales",
    "lotta presto per il numero di catene, gioca bene i finali",
    "زود بر سر شمار زنجیره‌ها می‌جنگد، پایان‌ها را خوب بازی می‌کند",
  ],
  "thinks like full strength, for a fraction of a second": [
    "piensa como con toda la fuerza, una fracción de segundo",
    "pensa come con tutta la forza, per una frazione di secondo",
    "مانند تمام توان می‌اندیشد، کسری از ثانیه",
  ],
  "everything, for as long as the limits allow": [
    "todo, mientras lo permitan los límites",
    "tutto, finché i limiti lo permettono",
    "همه‌چیز، تا جایی که محدودیت‌ها بگذارند",
  ],

  /* How a match ended. */
  agreed: ["de común acuerdo", "di comune accordo", "با توافق"],
  resigned: ["abandono", "abbandono", "تسلیم"],
  "by the organiser": ["por la organización", "dall'organizzazione", "به دست برگزارکننده"],
  "by the score, at the last move that was agreed on": [
    "por puntos, en la última jugada convenida",
    "ai punti, all'ultima mossa convenuta",
    "با امتیاز، در آخرین حرکتِ قرارشده",
  ],
  "by the score, as the time for the match is over": [
    "por puntos, al acabar el tiempo de la partida",
    "ai punti, finito il tempo della partita",
    "با امتیاز، در پایان وقت بازی",
  ],
  "the last turn is reached": [
    "se llegó al último turno",
    "si è arrivati all'ultimo turno",
    "به آخرین نوبت رسید",
  ],
  "its answer came too late": ["su respuesta llegó tarde", "la risposta è arrivata tardi", "پاسخش دیر رسید"],
  "its acknowledgement came too late": [
    "su confirmación llegó tarde",
    "la conferma è arrivata tardi",
    "تأییدش دیر رسید",
  ],
  "a flood of bytes unasked for": [
    "una avalancha de bytes no pedidos",
    "una valanga di byte non richiesti",
    "سیلی از بایت‌های ناخواسته",
  ],
  "a flood of bytes without an answer in it": [
    "una avalancha de bytes sin respuesta dentro",
    "una valanga di byte senza risposta",
    "سیلی از بایت بی هیچ پاسخ",
  ],
  "not a legal move": ["no es una jugada legal", "non è una mossa legale", "حرکت مجازی نیست"],
  "it does not read what it is sent": [
    "no lee lo que se le envía",
    "non legge ciò che riceve",
    "آنچه را فرستاده می‌شود نمی‌خواند",
  ],
  "'%s' instead of the acknowledgement 0000": [
    "«{1}» en lugar de la confirmación 0000",
    "«{1}» invece della conferma 0000",
    "«{1}» به جای تأیید 0000",
  ],
  "'%s' is no move of this seat's now": [
    "ahora este asiento no puede jugar «{1}»",
    "ora questo posto non può giocare «{1}»",
    "اکنون «{1}» حرکت این صندلی نیست",
  ],
  "the greeting was not answered%s": [
    "no respondió al saludo{1:say}",
    "non ha risposto al saluto{1:say}",
    "به سلام پاسخ نداد{1:say}",
  ],
  "no %s within %d.%d s%s": [
    "sin {1:say} en {2}.{3} s{4:say}",
    "nessuna {1:say} in {2}.{3} s{4:say}",
    "بدون {1:say} در {2}.{3} ثانیه{4:say}",
  ],
  "the line was hung up": ["se colgó la línea", "la linea è caduta", "خط قطع شد"],
  "the connection was closed": ["se cerró la conexión", "la connessione è stata chiusa", "اتصال بسته شد"],
  "the program used more than %d MB of memory with all it has started": [
    "el programa usó más de {1} MB de memoria con todo lo que arrancó",
    "il programma ha usato più di {1} MB di memoria con tutto ciò che ha avviato",
    "برنامه با هرچه راه انداخت بیش از {1} مگابایت حافظه گرفت",
  ],
  "the program closed its output": [
    "el programa cerró su salida",
    "il programma ha chiuso la sua uscita",
    "برنامه خروجی‌اش را بست",
  ],
  "the program exited with status %d": [
    "el programa terminó con estado {1}",
    "il programma è finito con stato {1}",
    "برنامه با وضعیت {1} پایان یافت",
  ],
  "the program was ended by signal %d": [
    "el programa fue terminado por la señal {1}",
    "il programma è stato terminato dal segnale {1}",
    "برنامه با سیگنال {1} پایان گرفت",
  ],
  "'%s' where %s is due": [
    "«{1}» donde se espera {2:say}",
    "«{1}» dove si attende {2:say}",
    "«{1}» آنجا که {2:say} باید بیاید",
  ],
  "byte 0x%s where %s is due": [
    "byte 0x{1} donde se espera {2:say}",
    "byte 0x{1} dove si attende {2:say}",
    "بایت 0x{1} آنجا که {2:say} باید بیاید",
  ],
  "'%s' where 'done move=...' is due": [
    "«{1}» donde se espera «done move=…»",
    "«{1}» dove si attende «done move=…»",
    "«{1}» آنجا که «done move=…» باید بیاید",
  ],
  "'%s' where a team's id of two characters is due": [
    "«{1}» donde se espera el identificador de un equipo, de dos caracteres",
    "«{1}» dove si attende l'identificativo di una squadra, di due caratteri",
    "«{1}» آنجا که شناسهٔ دونویسه‌ای تیم باید بیاید",
  ],
  "'%s' where a move is due": [
    "«{1}» donde se espera una jugada",
    "«{1}» dove si attende una mossa",
    "«{1}» آنجا که حرکتی باید بیاید",
  ],
  "a line of more than %d bytes": [
    "una línea de más de {1} bytes",
    "una riga di più di {1} byte",
    "سطری بیش از {1} بایت",
  ],
  "a line with bytes in it that are not text": [
    "una línea con bytes que no son texto",
    "una riga con byte che non sono testo",
    "سطری با بایت‌هایی که متن نیستند",
  ],
  "all rounds are played": ["se jugaron todas las rondas", "tutti i giri sono giocati", "همهٔ دورها بازی شد"],
  "the last with dice": ["el último con dados", "l'ultimo con dadi", "آخرین کسی که تاس دارد"],
  "both passed": ["ambos pasaron", "entrambi hanno passato", "هر دو پاس دادند"],
  "every line is drawn": [
    "todas las líneas trazadas",
    "tutte le linee sono tracciate",
    "همهٔ خط‌ها کشیده شد",
  ],
  line: ["línea", "linea", "خط"],
  loop: ["bucle", "anello", "حلقه"],
  "no legal move": ["sin jugada legal", "nessuna mossa legale", "حرکت مجازی نیست"],
  "the board's capacity is reached (1024 tiles, or 88 rows or columns)": [
    "se alcanzó la capacidad del tablero (1024 losetas, u 88 filas o columnas)",
    "si è raggiunta la capienza del piano (1024 tessere, o 88 righe o colonne)",
    "گنجایش صفحه پر شد (۱۰۲۴ کاشی، یا ۸۸ سطر یا ستون)",
  ],
  "two pieces did not beat a king in time": [
    "dos piezas no vencieron a una dama a tiempo",
    "due pezzi non hanno battuto una dama in tempo",
    "دو مهره به‌موقع بر یک شاه پیروز نشدند",
  ],
  "three pieces did not beat a king on the long diagonal in time": [
    "tres piezas no vencieron a tiempo a una dama en la calle principal",
    "tre pezzi non hanno battuto in tempo una dama sulla grande diagonale",
    "سه مهره به‌موقع بر شاهِ روی قطر بزرگ پیروز نشدند",
  ],
  "no capture or crowning for too long": [
    "demasiadas jugadas sin captura ni coronación",
    "troppe mosse senza presa né promozione",
    "زمانی دراز بی زدن و بی شاه شدن",
  ],
  "kings did not beat kings in time": [
    "damas no vencieron a damas a tiempo",
    "le dame non hanno battuto le dame in tempo",
    "شاه‌ها به‌موقع بر شاه‌ها پیروز نشدند",
  ],
  "no pieces left": ["sin piezas", "senza pezzi", "مهره‌ای نمانده"],
  "no move left": ["sin jugada posible", "nessuna mossa possibile", "حرکتی نمانده"],
  repetition: ["repetición", "ripetizione", "تکرار"],
  "no capture or man's move for too long": [
    "demasiadas jugadas sin captura ni movimiento de peón",
    "troppe mosse senza presa né mossa di pedina",
    "زمانی دراز بی زدن و بی حرکت پیاده",
  ],
  "three kings did not beat one in time": [
    "tres damas no vencieron a una a tiempo",
    "tre dame non ne hanno battuta una in tempo",
    "سه شاه به‌موقع بر یک شاه پیروز نشدند",
  ],

  /* Moves that were typed. */
  "'%s...' is not a move": ["«{1}…» no es una jugada", "«{1}…» non è una mossa", "«{1}…» حرکت نیست"],
  "'%s' is not a move: write %s": [
    "«{1}» no es una jugada: escribe {2:say}",
    "«{1}» non è una mossa: scrivi {2:say}",
    "«{1}» حرکت نیست: بنویسید {2:say}",
  ],
  "'%s': the piece on %s may not be huffed now": [
    "«{1}»: la pieza de {2} no se puede soplar ahora",
    "«{1}»: il pezzo su {2} ora non si può soffiare",
    "«{1}»: مهرهٔ {2} را اکنون نمی‌توان سوزاند",
  ],
  "'%s': the piece on %s is %s's": [
    "«{1}»: la pieza de {2} es de {3:say}",
    "«{1}»: il pezzo su {2} è di {3:say}",
    "«{1}»: مهرهٔ {2} از {3:say} است",
  ],
  "'%s': there is no piece on %s": [
    "«{1}»: en {2} no hay pieza",
    "«{1}»: su {2} non c'è un pezzo",
    "«{1}»: در {2} مهره‌ای نیست",
  ],
  "'%s' is not allowed: %s %s": [
    "«{1}» no está permitido: {2:say} {3:say}",
    "«{1}» non è permesso: {2:say} {3:say}",
    "«{1}» مجاز نیست: {2:say} {3:say}",
  ],
  "'%s': the king must capture again": [
    "«{1}»: la dama debe capturar otra vez",
    "«{1}»: la dama deve prendere ancora",
    "«{1}»: شاه باید باز بزند",
  ],
  "'%s': the %s on %s cannot do that": [
    "«{1}»: {2:say} de {3} no puede hacer eso",
    "«{1}»: {2:say} su {3} non può farlo",
    "«{1}»: {2:say} در {3} نمی‌تواند چنین کند",
  ],
  "the piece on %s can play %s": [
    "la pieza de {1} puede jugar {2:list}",
    "il pezzo su {1} può giocare {2:list}",
    "مهرهٔ {1} می‌تواند {2:list} بازی کند",
  ],
  "'%s' can be made in %d ways: write all squares, as in %s or %s": [
    "«{1}» se puede hacer de {2} maneras: escribe todas las casillas, como {3} o {4}",
    "«{1}» si può fare in {2} modi: scrivi tutte le caselle, come {3} o {4}",
    "«{1}» به {2} راه شدنی است: همهٔ خانه‌ها را بنویسید، مانند {3} یا {4}",
  ],
  "'%s' is not a line: write two neighbouring dots, as in 1112 or 1121 (columns 1 to %s from the left, rows 1 to %s from the bottom)":
    [
      "«{1}» no es una línea: escribe dos puntos vecinos, como 1112 o 1121 (columnas de 1 a {2} desde la izquierda, filas de 1 a {3} desde abajo)",
      "«{1}» non è una linea: scrivi due punti vicini, come 1112 o 1121 (colonne da 1 a {2} da sinistra, righe da 1 a {3} dal basso)",
      "«{1}» خط نیست: دو نقطهٔ همسایه بنویسید، مانند 1112 یا 1121 (ستون‌ها 1 تا {2} از چپ، سطرها 1 تا {3} از پایین)",
    ],
  "passing is not allowed here: it needs the setting pass=on": [
    "aquí no se puede pasar",
    "qui non si può passare",
    "اینجا نمی‌توان نوبت را رد کرد",
  ],
  "line %s is drawn already": [
    "la línea {1} ya está trazada",
    "la linea {1} è già tracciata",
    "خط {1} کشیده شده است",
  ],
  "'%s' is not a turn: write column, row and shape, as in @0/ or B2+ (shapes are / \\ +)": [
    "«{1}» no es una jugada: escribe columna, fila y forma, como @0/ o B2+ (las formas son / \\ +)",
    "«{1}» non è una mossa: scrivi colonna, riga e forma, come @0/ o B2+ (le forme sono / \\ +)",
    "«{1}» حرکت نیست: ستون، سطر و شکل را بنویسید، مانند @0/ یا B2+ (شکل‌ها / \\ + هستند)",
  ],
  "%s: the first turn is @0/ or @0+": [
    "{1}: la primera jugada es @0/ o @0+",
    "{1}: la prima mossa è @0/ o @0+",
    "{1}: حرکت نخست @0/ یا @0+ است",
  ],
  "%s: too far out: tiles lie in %d column%s and %d row%s": [
    "{1}: demasiado lejos: las losetas ocupan {2} columnas y {4} filas",
    "{1}: troppo lontano: le tessere occupano {2} colonne e {4} righe",
    "{1}: بسیار دور: کاشی‌ها در {2} ستون و {4} سطر هستند",
  ],
  "%s: a tile lies there already": [
    "{1}: ahí ya hay una loseta",
    "{1}: lì c'è già una tessera",
    "{1}: آنجا کاشی هست",
  ],
  "%s: no tile lies beside that space": [
    "{1}: junto a ese hueco no hay ninguna loseta",
    "{1}: accanto a quello spazio non c'è una tessera",
    "{1}: کنار آن جا کاشی‌ای نیست",
  ],
  "%s: beyond the eight columns and rows of this variant": [
    "{1}: fuera de las ocho columnas y filas de esta variante",
    "{1}: oltre le otto colonne e righe di questa variante",
    "{1}: بیرون از هشت ستون و سطر این گونه",
  ],
  "%s: the game is over": [
    "{1}: la partida ha terminado",
    "{1}: la partita è finita",
    "{1}: بازی تمام شده است",
  ],
  "%s: the colours do not fit with the tiles beside it": [
    "{1}: los colores no encajan con las losetas vecinas",
    "{1}: i colori non combaciano con le tessere accanto",
    "{1}: رنگ‌ها با کاشی‌های کناری جور نیست",
  ],
  "%s: illegal: the forced tiles lead three tracks of a colour into one space": [
    "{1}: ilegal: las losetas forzadas llevan tres vías de un color a un mismo hueco",
    "{1}: illegale: le tessere forzate portano tre tratti di un colore in uno spazio",
    "{1}: نامجاز: کاشی‌های اجباری سه ریل یک رنگ را به یک جا می‌رسانند",
  ],
  "'%s' is %s, but first the starter is drawn (starts:SEAT)": [
    "«{1}» es {2:say}, pero antes se sortea quién empieza",
    "«{1}» è {2:say}, ma prima si sorteggia chi comincia",
    "«{1}» {2:say} است، اما نخست آغازگر به قرعه برگزیده می‌شود",
  ],
  "'%s' is %s, but seat %d rolls now (%d:DICE)": [
    "«{1}» es {2:say}, pero ahora tira el asiento {3}",
    "«{1}» è {2:say}, ma ora tira il posto {3}",
    "«{1}» {2:say} است، اما اکنون صندلی {3} تاس می‌ریزد",
  ],
  "'%s' is %s, but seat %d is to bid now": [
    "«{1}» es {2:say}, pero ahora apuesta el asiento {3}",
    "«{1}» è {2:say}, ma ora dichiara il posto {3}",
    "«{1}» {2:say} است، اما اکنون نوبت ادعای صندلی {3} است",
  ],
  "'%s' is %s, but seat %d shows its dice now (%d=DICE)": [
    "«{1}» es {2:say}, pero ahora enseña sus dados el asiento {3}",
    "«{1}» è {2:say}, ma ora scopre i dadi il posto {3}",
    "«{1}» {2:say} است، اما اکنون صندلی {3} تاس‌هایش را رو می‌کند",
  ],
  "'%s' is %s, but the next round is rolled now": [
    "«{1}» es {2:say}, pero ahora se tira la ronda siguiente",
    "«{1}» è {2:say}, ma ora si tira il giro seguente",
    "«{1}» {2:say} است، اما اکنون تاس دور بعد ریخته می‌شود",
  ],
  "%s: a face is a number from 1 to %d": [
    "{1}: una cara es un número de 1 a {2}",
    "{1}: una faccia è un numero da 1 a {2}",
    "{1}: وجه عددی از ۱ تا {2} است",
  ],
  "%s: there are %d dice on the table: bid 1 to %d": [
    "{1}: hay {2} dados en la mesa: apuesta de 1 a {3}",
    "{1}: sul tavolo ci sono {2} dadi: dichiara da 1 a {3}",
    "{1}: روی میز {2} تاس هست: از ۱ تا {3} ادعا کنید",
  ],
  "%s: a round may not be opened on lamas here (openlama=off)": [
    "{1}: aquí no se abre una ronda con llamas",
    "{1}: qui un giro non si apre coi lama",
    "{1}: اینجا دور را با لاما آغاز نمی‌کنند",
  ],
  "%s over %s: the face stays in a palifico round": [
    "{1} sobre {2}: en un palífico la cara no cambia",
    "{1} su {2}: in un palifico la faccia resta",
    "{1} بر {2}: در پالیفیکو وجه عوض نمی‌شود",
  ],
  "%s over %s: with the same face bid %d or more": [
    "{1} sobre {2}: con la misma cara apuesta {3} o más",
    "{1} su {2}: con la stessa faccia dichiara {3} o più",
    "{1} بر {2}: با همان وجه {3} یا بیشتر ادعا کنید",
  ],
  "%s over %s: to lamas bid %d or more": [
    "{1} sobre {2}: al pasar a llamas apuesta {3} o más",
    "{1} su {2}: passando ai lama dichiara {3} o più",
    "{1} بر {2}: برای رفتن به لاما {3} یا بیشتر ادعا کنید",
  ],
  "%s over %s: from lamas bid %d or more": [
    "{1} sobre {2}: desde llamas apuesta {3} o más",
    "{1} su {2}: dai lama dichiara {3} o più",
    "{1} بر {2}: از لاما {3} یا بیشتر ادعا کنید",
  ],
  "%s over %s is no raise: %s": [
    "{1} sobre {2} no es subir: {3:say}",
    "{1} su {2} non è un rilancio: {3:say}",
    "{1} بر {2} بالا بردن نیست: {3:say}",
  ],
  "bid the same face more often, or a higher face as often or more often": [
    "apuesta más de la misma cara, o tantos o más de una cara mayor",
    "dichiara più della stessa faccia, o altrettanti o più di una faccia maggiore",
    "از همان وجه بیشتر ادعا کنید، یا از وجهی بالاتر همان تعداد یا بیشتر",
  ],
  "bid more often with any face, or as often with a higher face": [
    "apuesta más de cualquier cara, o tantos de una cara mayor",
    "dichiara più di qualunque faccia, o altrettanti di una faccia maggiore",
    "از هر وجهی بیشتر ادعا کنید، یا همان تعداد از وجهی بالاتر",
  ],
  "bid the same face more often, or a higher face as often": [
    "apuesta más de la misma cara, o tantos de una cara mayor",
    "dichiara più della stessa faccia, o altrettanti di una faccia maggiore",
    "از همان وجه بیشتر ادعا کنید، یا همان تعداد از وجهی بالاتر",
  ],
  "'%s': there is no seat %d with dice": [
    "«{1}»: no hay asiento {2} con dados",
    "«{1}»: non c'è un posto {2} con dadi",
    "«{1}»: صندلی {2} با تاس نیست",
  ],
  "dudo: there is no bid to doubt yet": [
    "aún no hay apuesta de la que dudar",
    "non c'è ancora una dichiarazione di cui dubitare",
    "هنوز ادعایی نیست که به آن شک کنید",
  ],
  "'%s': write calza, or calza:SEAT out of turn": [
    "«{1}»: escribe calza, o calza:ASIENTO fuera de turno",
    "«{1}»: scrivi calza, o calza:POSTO fuori turno",
    "«{1}»: بنویسید calza، یا خارج از نوبت calza:SEAT",
  ],
  "calza is not played here: it needs the setting calza=on": [
    "aquí no se juega la calza",
    "qui non si gioca la calza",
    "اینجا کالسا بازی نمی‌شود",
  ],
  "calza: there is no bid yet": [
    "calza: aún no hay apuesta",
    "calza: non c'è ancora una dichiarazione",
    "کالسا: هنوز ادعایی نیست",
  ],
  "only the player on turn may call": [
    "solo puede decirlo quien tiene el turno",
    "può dirlo solo chi è di turno",
    "تنها صاحب نوبت می‌تواند بگوید",
  ],
  "the bidder may not call": [
    "quien apostó no puede decirlo",
    "chi ha dichiarato non può dirlo",
    "ادعاکننده نمی‌تواند بگوید",
  ],
  "'%s': write starts:SEAT": [
    "«{1}»: escribe starts:ASIENTO",
    "«{1}»: scrivi starts:POSTO",
    "«{1}»: بنویسید starts:SEAT",
  ],
  "'%s' is no move: write a bid as in 3x5, dudo, calza, or for chance a roll as in 2:13345": [
    "«{1}» no es una jugada: escribe una apuesta como 3x5, dudo o calza",
    "«{1}» non è una mossa: scrivi una dichiarazione come 3x5, dudo o calza",
    "«{1}» حرکت نیست: ادعایی مانند 3x5، یا dudo یا calza بنویسید",
  ],
  "'%s': dice are up to %d digits from 1 to %d": [
    "«{1}»: los dados son hasta {2} cifras de 1 a {3}",
    "«{1}»: i dadi sono fino a {2} cifre da 1 a {3}",
    "«{1}»: تاس‌ها تا {2} رقم از ۱ تا {3} هستند",
  ],
  "'%s': now seat %d %s %d dice": [
    "«{1}»: ahora el asiento {2} {3:say} {4} dados",
    "«{1}»: ora il posto {2} {3:say} {4} dadi",
    "«{1}»: اکنون صندلی {2} {4} تاس {3:say}",
  ],
  "'%s' are not the dice that seat %d has": [
    "«{1}» no son los dados del asiento {2}",
    "«{1}» non sono i dadi del posto {2}",
    "«{1}» تاس‌های صندلی {2} نیست",
  ],
  "'%s...' is too long for a move": [
    "«{1}…» es demasiado largo para una jugada",
    "«{1}…» è troppo lungo per una mossa",
    "«{1}…» برای حرکت دراز است",
  ],
};

/* What is filled in there, where it is words too. */
export const pieces: Record<string, Words> = {
  " after half an answer": [" tras media respuesta", " dopo mezza risposta", " پس از نیمی از پاسخ"],
  acknowledgement: ["confirmación", "conferma", "تأیید"],
  move: ["jugada", "mossa", "حرکت"],
  "a bid": ["una apuesta", "una dichiarazione", "ادعا"],
  "a doubt": ["una duda", "un dubbio", "شک"],
  "a call": ["una calza", "una calza", "کالسا"],
  "a roll": ["una tirada", "un tiro", "پرتاب"],
  "showing dice": ["enseñar dados", "scoprire dadi", "رو کردن تاس"],
  "the draw of the starter": ["el sorteo de quien empieza", "il sorteggio di chi comincia", "قرعهٔ آغازگر"],
  rolls: ["tira", "tira", "می‌ریزد"],
  shows: ["enseña", "scopre", "رو می‌کند"],
  king: ["la dama", "la dama", "شاه"],
  man: ["el peón", "la pedina", "پیاده"],
  "must take: %s": ["debe capturar: {1:list}", "deve prendere: {1:list}", "باید بزند: {1:list}"],
  "must take %s: %s": [
    "debe capturar {1:say}: {2:list}",
    "deve prenderne {1:say}: {2:list}",
    "باید {1:say} تا بزند: {2:list}",
  ],
  "%d more": ["otras {1}", "altre {1}", "{1} تای دیگر"],
  one: ["una", "uno", "یک"],
  two: ["dos", "due", "دو"],
  three: ["tres", "tre", "سه"],
  four: ["cuatro", "quattro", "چهار"],
  five: ["cinco", "cinque", "پنج"],
  six: ["seis", "sei", "شش"],
  seven: ["siete", "sette", "هفت"],
  eight: ["ocho", "otto", "هشت"],
  nine: ["nueve", "nove", "نه"],
  ten: ["diez", "dieci", "ده"],
  eleven: ["once", "undici", "یازده"],
  twelve: ["doce", "dodici", "دوازده"],
  "c3-d4, or c3xe5 for a capture": [
    "c3-d4, o c3xe5 para una captura",
    "c3-d4, o c3xe5 per una presa",
    "c3-d4، یا برای زدن c3xe5",
  ],
  "10-14, or 10x19 for a capture (squares 1 to 32)": [
    "10-14, o 10x19 para una captura (casillas de 1 a 32)",
    "10-14, o 10x19 per una presa (caselle da 1 a 32)",
    "10-14، یا برای زدن 10x19 (خانه‌های 1 تا 32)",
  ],

  /* The system's own. */
  "No such file or directory": ["no existe", "non esiste", "چنین چیزی نیست"],
  "No such device": ["no existe el dispositivo", "il dispositivo non esiste", "چنین دستگاهی نیست"],
  "No such device or address": ["no existe el dispositivo", "il dispositivo non esiste", "چنین دستگاهی نیست"],
  "Permission denied": ["permiso denegado", "permesso negato", "اجازه نیست"],
  "Device or resource busy": ["está ocupado", "è occupato", "در کار است"],
  "Connection refused": ["conexión rechazada", "connessione rifiutata", "اتصال پذیرفته نشد"],
  "Connection timed out": ["no responde", "non risponde", "پاسخی نمی‌دهد"],
  "No route to host": [
    "no hay camino hasta la máquina",
    "nessuna strada verso la macchina",
    "راهی به میزبان نیست",
  ],
  "Network is unreachable": ["no hay red hasta allí", "la rete non è raggiungibile", "شبکه در دسترس نیست"],
  "Address already in use": ["ya está en uso", "già in uso", "در کار است"],
  "Cannot assign requested address": [
    "no es una dirección de esta máquina",
    "non è un indirizzo di questa macchina",
    "نشانی این ماشین نیست",
  ],
  "Name or service not known": ["no se conoce ese nombre", "nome sconosciuto", "این نام شناخته نیست"],
  "Temporary failure in name resolution": [
    "ahora no se puede averiguar ese nombre",
    "ora il nome non si può risolvere",
    "اکنون این نام یافته نمی‌شود",
  ],
  "Servname not supported for ai_socktype": ["no es un puerto", "non è una porta", "درگاه نیست"],
};

/* What was refused, by its code: where a sentence is not known above, this is said and the English follows. */
export const codes: Record<string, Words> = {
  "bad-json": ["la pregunta no se entiende", "la domanda non si capisce", "درخواست خوانده نشد"],
  "bad-request": ["la pregunta no está bien hecha", "la domanda non è ben fatta", "درخواست درست نیست"],
  busy: [
    "el servidor está ocupado; inténtalo de nuevo",
    "il server è occupato; riprova",
    "سرور مشغول است؛ دوباره تلاش کنید",
  ],
  "cannot-abort": ["no se puede interrumpir", "non si può interrompere", "نمی‌توان آن را قطع کرد"],
  "cannot-begin": ["la partida no puede empezar", "la partita non può iniziare", "بازی نمی‌تواند آغاز شود"],
  "illegal-move": ["jugada ilegal", "mossa illegale", "حرکت غیرمجاز"],
  length: [
    "la pregunta no dice su longitud",
    "la domanda non dice la sua lunghezza",
    "درازای درخواست گفته نشده است",
  ],
  method: ["así no se pregunta aquí", "qui non si chiede così", "اینجا چنین نمی‌پرسند"],
  "no-contest": ["esta arena no es de torneos", "quest'arena non è da tornei", "این میدان مسابقه‌ای نیست"],
  "no-game": ["no hay tal juego", "non c'è un tale gioco", "چنین بازی‌ای نداریم"],
  "no-match": ["no existe esa partida", "quella partita non esiste", "چنین بازی‌ای نیست"],
  "no-memory": ["al servidor le falta memoria", "al server manca memoria", "حافظهٔ سرور کم است"],
  "no-odds": ["aquí no hay probabilidades", "qui non ci sono probabilità", "اینجا احتمالی نیست"],
  "no-offer": ["no hay oferta", "non c'è offerta", "پیشنهادی نیست"],
  "no-page": ["ahí no hay nada", "lì non c'è nulla", "آنجا چیزی نیست"],
  "no-position": [
    "esa posición no se puede leer",
    "quella posizione non si può leggere",
    "آن وضعیت خوانده نمی‌شود",
  ],
  "no-seat": ["ese asiento no está libre", "quel posto non è libero", "آن صندلی آزاد نیست"],
  "not-allowed": ["no está permitido", "non è permesso", "اجازه نیست"],
  "not-begun": [
    "la partida aún no ha empezado",
    "la partita non è ancora iniziata",
    "بازی هنوز آغاز نشده است",
  ],
  "not-local": [
    "solo desde la máquina de la arena",
    "solo dalla macchina dell'arena",
    "تنها از خود ماشین میدان",
  ],
  "not-seated": [
    "no tienes asiento en esta partida",
    "non hai un posto in questa partita",
    "در این بازی صندلی ندارید",
  ],
  "not-watching": [
    "no estás viendo esa partida",
    "non stai guardando quella partita",
    "آن بازی را تماشا نمی‌کنید",
  ],
  "not-your-turn": ["no te toca", "non tocca a te", "نوبت شما نیست"],
  over: ["la partida ha terminado", "la partita è finita", "بازی تمام شده است"],
  refused: ["el árbitro no lo acepta", "l'arbitro non lo accetta", "داور نمی‌پذیرد"],
  running: ["la partida aún se juega", "la partita si gioca ancora", "بازی هنوز در جریان است"],
  "slow-down": ["más despacio, por favor", "più piano, per favore", "لطفاً آهسته‌تر"],
  stale: [
    "la partida ha seguido mientras tanto",
    "nel frattempo la partita è andata avanti",
    "بازی در این میان پیش رفته است",
  ],
  store: ["el diario de partidas falla", "il registro delle partite dà errore", "دفتر بازی‌ها خطا دارد"],
  stranger: [
    "esta página no es de este servidor",
    "questa pagina non è di questo server",
    "این صفحه از این سرور نیست",
  ],
  "too-long": ["demasiado largo", "troppo lungo", "بیش از اندازه دراز"],
  "too-many": ["son demasiadas a la vez", "sono troppe insieme", "یک‌باره بیش از اندازه است"],
  type: [
    "la pregunta no dice de qué tipo es",
    "la domanda non dice di che tipo è",
    "نوع درخواست گفته نشده است",
  ],
  "unknown-request": [
    "el servidor no conoce esa pregunta",
    "il server non conosce quella domanda",
    "سرور این درخواست را نمی‌شناسد",
  ],
  "wrong-token": [
    "ese enlace no es de esta partida",
    "quel link non è di questa partita",
    "این پیوند از این بازی نیست",
  ],
};
